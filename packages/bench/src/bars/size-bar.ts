import { sqliteFile } from '../data/sqlite-file.ts'
import { compareServers } from '../measure/servers.ts'
import { type RunningServer, startServer } from '../serve/start-server.ts'
import { base } from '../setting.ts'
import type { BarGroup } from './bench.ts'
import { atMost, type Figure } from './finding.ts'
import { ratioFigure } from './handler-bars.ts'
import { atAMillion, sizePair } from './sizes.ts'

/** Bar 4: the first page with its exact total, in a large table and in a small one. */
export const sizeBar: BarGroup = {
  rows: [4],
  run: async ({ sizes, milliseconds, rounds, progress }) => {
    const { small, large, label } = sizePair({ sizes })
    const figures: Figure[] = []
    for (const [name, cache] of [
      ['warm', true],
      ['caches off', false],
    ] as const) {
      const started: RunningServer[] = []
      try {
        const less = await startServer({ kind: 'handler', path: await sqliteFile(small, progress), cache })
        started.push(less)
        const more = await startServer({ kind: 'handler', path: await sqliteFile(large, progress), cache })
        started.push(more)
        progress.say(`bar 4: ${name}`)
        const found = await compareServers({ less, more }, { paths: [`${base}/events`], connections: 4, milliseconds }, rounds)
        figures.push(ratioFigure(`${name}, ${label}`, found, 'more', 'less', atAMillion(large, atMost(2)).limit))
      } finally {
        for (const server of started) await server.stop()
      }
    }
    return [{ row: 4, figures }]
  },
}
