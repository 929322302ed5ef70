import { sqliteFile } from '../data/sqlite-file.ts'
import { type Rounds, ratio } from '../measure/interleave.ts'
import { compareServers, cpuMs, type ServerSample, wallMs } from '../measure/servers.ts'
import { type RunningServer, startServer } from '../serve/start-server.ts'
import { base } from '../setting.ts'
import { answerOf, answersOf, ensureSameAnswers } from './answers.ts'
import type { BarGroup, Bench } from './bench.ts'
import { atLeast, atMost, type Figure, type Finding } from './finding.ts'

const events = 10_000
const listPath = `${base}/events`
const connections = 4

type Name = 'off' | 'warm' | 'floor' | 'bytes'

/**
 * Bars 1 to 3: the handler without a cache (`off`) and with one (`warm`), against hand-written SQL (`floor`) and prebuilt responses (`bytes`).
 */
export const handlerBars: BarGroup = {
  rows: [1, 2, 3],
  run: async (bench) => {
    const path = await sqliteFile(events, bench.progress)
    const off = await startServer({ kind: 'handler', path, cached: 'nothing' })
    const started: RunningServer[] = [off]
    try {
      const eventPaths = await publishedPaths(off)
      const answers = await answersOf(off, [listPath, ...eventPaths])
      const warm = await startServer({ kind: 'handler', path, cached: 'responses' })
      const floor = await startServer({ kind: 'floor', path })
      const bytes = await startServer({ kind: 'bytes', answers })
      started.push(warm, floor, bytes)
      for (const [name, server] of Object.entries({ warm, floor, bytes })) await ensureSameAnswers(name, server, answers)
      return await findings(bench, { off, warm, floor, bytes }, eventPaths)
    } finally {
      for (const server of started) await server.stop()
    }
  },
}

async function findings(
  bench: Bench,
  servers: Readonly<Record<Name, RunningServer>>,
  eventPaths: readonly string[],
): Promise<readonly Finding[]> {
  const measure = (paths: readonly string[]): Promise<Rounds<Name, ServerSample>> =>
    compareServers(servers, { paths, connections, milliseconds: bench.milliseconds }, bench.rounds)
  const found: Finding[] = []
  if (bench.rows.has(1) || bench.rows.has(2)) {
    bench.progress.say('bars 1 and 2: lists')
    const list = await measure([listPath])
    found.push({ row: 1, figures: [ratioFigure('handler / floor', list, 'off', 'floor', atMost(1.3))] })
    found.push({
      row: 2,
      figures: [
        ratioFigure('floor / handler', list, 'floor', 'warm', atLeast(3)),
        ratioFigure('handler / bytes', list, 'warm', 'bytes', atMost(6)),
      ],
    })
  }
  if (bench.rows.has(3)) {
    bench.progress.say('bar 3: events by id')
    const byId = await measure(eventPaths)
    const warm = ratioFigure('warm: handler / bytes', byId, 'warm', 'bytes', atMost(1.5))
    found.push({ row: 3, figures: [warm, ratioFigure('caches off: handler / floor', byId, 'off', 'floor', atMost(1.3))] })
  }
  return found.filter(({ row }) => bench.rows.has(row))
}

/** A ratio by wall time, with the same ratio by processor time as a remark. */
export function ratioFigure<Side extends string>(
  label: string,
  rounds: Rounds<Side, ServerSample>,
  side: NoInfer<Side>,
  other: NoInfer<Side>,
  limit: Figure['limit'],
): Figure {
  const inCpu = ratio(rounds, side, other, cpuMs)
  const value = ratio(rounds, side, other, wallMs)
  return { label, value, unit: 'x', ...(limit && { limit }), note: `processor time ${inCpu.toFixed(2)}x` }
}

/** The paths of some events that every caller may read. */
async function publishedPaths(server: RunningServer): Promise<readonly string[]> {
  const paths: string[] = []
  for (let id = 1; paths.length < 50; id += 101) {
    const path = `${listPath}/${id}`
    if ((await answerOf(server, path)).status === 200) paths.push(path)
  }
  return paths
}
