import type { DeliverySample } from '../webhooks/measure-deliveries.ts'

/** Deliveries as rows. */
export const deliveriesTable = (samples: readonly DeliverySample[]): string =>
  [
    '| store | endpoints | deliveries a second | processor time of one |',
    '|---|--:|--:|--:|',
    ...samples.map(
      ({ store, endpoints, perSecond, processMs }) => `| ${store} | ${endpoints} | ${perSecond.toFixed(0)} | ${processMs.toFixed(2)} ms |`,
    ),
  ].join('\n')
