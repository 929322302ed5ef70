import { sqliteFile } from '../data/sqlite-file.ts'
import { interleave } from '../measure/interleave.ts'
import { sampleOf } from '../measure/servers.ts'
import { type RunningServer, startServer } from '../serve/start-server.ts'
import { base } from '../setting.ts'
import type { BarGroup } from './bench.ts'
import { atMost } from './finding.ts'
import { ratioFigure } from './handler-bars.ts'

const events = 10_000
const connections = 4
const list = `${base}/events`

/** The number of lists in a measurement: more than a server answers in that time. */
const listsPerRound = 20_000

/**
 * Lists that were never requested, with the first page of the default list: each ends at another second of the last days of its window.
 * @param round lists of different rounds differ
 */
function unaskedLists(round: number): readonly string[] {
  const first = Date.UTC(2028, 3, 1) + round * listsPerRound * 1_000
  return Array.from({ length: listsPerRound }, (_, index) => {
    const end = new Date(first + index * 1_000).toISOString().slice(0, 19).replace('T', '%20')
    return `${list}?strict_dates=true&start_date=2026-06-01%2000:00:00&end_date=${end}`
  })
}

/** Bar 23: a list that was not requested before, of events that other lists have had, against hand-written SQL. */
export const unaskedBar: BarGroup = {
  rows: [23],
  run: async ({ rounds, milliseconds, progress }) => {
    const path = await sqliteFile(events, progress)
    const handler = await startServer({ kind: 'handler', path, cached: 'responses' })
    const floor = await startServer({ kind: 'floor', path })
    progress.say('bar 23: lists that were not requested before')
    try {
      let round = 0
      const side = <Name extends string>(name: Name, server: RunningServer, paths: () => readonly string[]) => ({
        name,
        measure: () => sampleOf(server, { paths: paths(), connections, milliseconds }),
      })
      const found = await interleave(
        [side('handler', handler, () => unaskedLists(round++)), side<'handler' | 'floor'>('floor', floor, () => [list])],
        rounds,
      )
      return [{ row: 23, figures: [ratioFigure('handler / floor', found, 'handler', 'floor', atMost(0.6))] }]
    } finally {
      for (const server of [handler, floor]) await server.stop()
    }
  },
}
