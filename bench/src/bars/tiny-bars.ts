import { compareServers } from '../measure/servers.ts'
import { type RunningServer, startServer } from '../serve/start-server.ts'
import { base } from '../setting.ts'
import { answersOf, ensureSameAnswers } from './answers.ts'
import type { BarGroup } from './bench.ts'
import { atMost } from './finding.ts'
import { ratioFigure } from './handler-bars.ts'

const connections = 16
const nowhere = `${base}/nothing`
const list = `${base}/events`

/** Bar 12: the cost of routing, parsing and the classes of `fetch` when the response is nearly empty. */
export const tinyBars: BarGroup = {
  rows: [12],
  run: async ({ progress, milliseconds, rounds }) => {
    const handler = await startServer({ kind: 'memory', cached: 'responses' })
    const off = await startServer({ kind: 'memory', cached: 'nothing' })
    const answers = await answersOf(handler, [nowhere, list])
    const bytes = await startServer({ kind: 'bytes', answers })
    const measure = <Name extends string>(servers: Readonly<Record<Name, RunningServer>>, path: string) => {
      progress.say(`bar 12: ${path}`)
      return compareServers(servers, { paths: [path], connections, milliseconds, status: answers.get(path)?.status ?? 200 }, rounds)
    }
    try {
      for (const [name, server] of Object.entries({ off, bytes })) await ensureSameAnswers(name, server, answers)
      const missing = await measure({ handler, bytes }, nowhere)
      const empty = await measure({ handler, off, bytes }, list)
      const figures = [
        ratioFigure('a 404: handler / bytes', missing, 'handler', 'bytes', atMost(1.6)),
        ratioFigure('an empty list from memory, warm: handler / bytes', empty, 'handler', 'bytes', atMost(1.6)),
        // No limit: without a cache each response is computed, and the bar measures only the handling around it.
        ratioFigure('an empty list from memory, caches off: handler / bytes', empty, 'off', 'bytes', undefined),
      ]
      return [{ row: 12, figures }]
    } finally {
      for (const server of [handler, off, bytes]) await server.stop()
    }
  },
}
