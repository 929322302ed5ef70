import type { AgainstSample } from '../against/measure-against.ts'

/** The costs of checkouts as rows. */
export const againstTable = (samples: readonly AgainstSample[]): string =>
  [
    '| store | operation | checkout | cost / that of the first |',
    '|---|---|---|--:|',
    ...samples.map(({ store, operation, folder, ratio }) => `| ${store} | ${operation} | ${folder} | ${ratio.toFixed(3)} |`),
  ].join('\n')
