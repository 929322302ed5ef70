import { compareServers } from '../measure/servers.ts'
import { startServer } from '../serve/start-server.ts'
import { base } from '../setting.ts'
import { answersOf, ensureSameAnswers } from './answers.ts'
import type { BarGroup } from './bench.ts'
import { atMost, type Figure } from './finding.ts'
import { ratioFigure } from './handler-bars.ts'

const connections = 16
const paths = { 'a 404': `${base}/nothing`, 'an empty list from memory': `${base}/events` } as const

/** Bar 12: what routing, parsing and the classes of `fetch` cost when there is nearly nothing to answer. */
export const tinyBars: BarGroup = {
  rows: [12],
  run: async ({ progress, milliseconds, rounds }) => {
    const handler = await startServer({ kind: 'memory' })
    const answers = await answersOf(handler, Object.values(paths))
    const bytes = await startServer({ kind: 'bytes', answers })
    try {
      await ensureSameAnswers('bytes', bytes, answers)
      const figures: Figure[] = []
      for (const [label, path] of Object.entries(paths)) {
        progress.say(`bar 12: ${label}`)
        const status = answers.get(path)?.status ?? 200
        const found = await compareServers({ handler, bytes }, { paths: [path], connections, milliseconds, status }, rounds)
        figures.push(ratioFigure(`${label}: handler / bytes`, found, 'handler', 'bytes', atMost(1.6)))
      }
      return [{ row: 12, figures }]
    } finally {
      await handler.stop()
      await bytes.stop()
    }
  },
}
