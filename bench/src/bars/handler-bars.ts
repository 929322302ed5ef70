import { sqliteFile } from '../data/sqlite-file.ts'
import { interleave } from '../measure/interleave.ts'
import { compareServers, load } from '../measure/load.ts'
import type { Options } from '../options.ts'
import { say } from '../progress.ts'
import { type RunningServer, withServers } from '../serve/start-server.ts'
import { base } from '../setting.ts'
import { atLeast, atMost, type BarGroup, type Finding } from './finding.ts'
import { answersOf, ensureSameAnswers, serverFigure } from './server-figure.ts'

const events = 10_000
const listPath = `${base}/events`

type Name = 'off' | 'warm' | 'floor' | 'bytes'

/**
 * Bars 1 to 3 and 23: the handler without a cache (`off`) and with one (`warm`), against hand-written SQL (`floor`) and prebuilt responses
 * (`bytes`).
 */
export const handlerBars: BarGroup = {
  rows: {
    1: 'List of 35 through the handler on SQLite, 10k events, caches off: at most 1.1x prepared SQL, batched reads and `JSON.stringify` on bare `http`',
    2: 'The same, warm: at least 3x the throughput of that floor, at most 6x the cost of bare `http` with the page prebuilt',
    3: 'Event by id: caches off at most 1.5x its floor, warm at most 1.8x bare',
    23: 'A list that was not requested before, whose events were, SQLite, 10k events: at most 0.6x the floor of row 1',
  },
  run: async (options) => {
    const address = await sqliteFile(events)
    const handler = { kind: 'handler', engine: 'sqlite', address } as const
    return withServers(
      { off: { ...handler, isCached: false }, warm: { ...handler, isCached: true }, floor: { kind: 'floor', address } },
      async (servers) => {
        const eventPaths = await publishedPaths(servers.off)
        const answers = await answersOf(servers.off, [listPath, ...eventPaths])
        return withServers({ bytes: { kind: 'bytes', answers } }, async ({ bytes }) => {
          await ensureSameAnswers({ ...servers, bytes }, answers)
          return findings(options, { ...servers, bytes }, eventPaths)
        })
      },
    )
  },
}

async function findings(
  { rows, rounds, milliseconds }: Options,
  servers: Readonly<Record<Name, RunningServer>>,
  eventPaths: readonly string[],
): Promise<readonly Finding[]> {
  const found: Finding[] = []
  if (rows.has(1) || rows.has(2)) {
    say('bars 1 and 2: lists')
    const { off, warm, floor, bytes } = await compareServers(servers, { requests: [listPath], milliseconds }, rounds)
    const warmFigures = [serverFigure('floor / handler', floor, warm, atLeast(3)), serverFigure('handler / bytes', warm, bytes, atMost(6))]
    found.push({ row: 1, figures: [serverFigure('handler / floor', off, floor, atMost(1.1))] }, { row: 2, figures: warmFigures })
  }
  if (rows.has(3)) {
    say('bar 3: events by id')
    const { off, warm, floor, bytes } = await compareServers(servers, { requests: eventPaths, milliseconds }, rounds)
    const cold = serverFigure('caches off: handler / floor', off, floor, atMost(1.5))
    found.push({ row: 3, figures: [cold, serverFigure('warm: handler / bytes', warm, bytes, atMost(1.8))] })
  }
  if (rows.has(23)) {
    say('bar 23: lists that were not requested before')
    let round = 0
    const { warm, floor } = await interleave(
      {
        warm: () => load(servers.warm, { requests: unaskedLists(round++), milliseconds }),
        floor: () => load(servers.floor, { requests: [listPath], milliseconds }),
      },
      rounds,
    )
    found.push({ row: 23, figures: [serverFigure('handler / floor', warm, floor, atMost(0.6))] })
  }
  return found.filter(({ row }) => rows.has(row))
}

/** The paths of some events that every caller may read. */
async function publishedPaths(server: RunningServer): Promise<readonly string[]> {
  const paths = Array.from({ length: 60 }, (_, index) => `${listPath}/${1 + index * 101}`)
  const answers = await answersOf(server, paths)
  return paths.filter((path) => answers.get(path)?.status === 200)
}

/** The number of lists in a measurement: more than a server answers in that time. */
const listsPerRound = 20_000

/** Lists that were never requested, with the first page of the default list: each ends at another second of the last days of its window. */
function unaskedLists(round: number): readonly string[] {
  const first = Date.UTC(2028, 3, 1) + round * listsPerRound * 1_000
  return Array.from({ length: listsPerRound }, (_, index) => {
    const end = new Date(first + index * 1_000).toISOString().slice(0, 19).replace('T', '%20')
    return `${listPath}?strict_dates=true&start_date=2026-06-01%2000:00:00&end_date=${end}`
  })
}
