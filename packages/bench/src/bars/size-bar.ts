import { sqliteFile } from '../data/sqlite-file.ts'
import { compareServers } from '../measure/servers.ts'
import type { Keeping } from '../serve/server-plan.ts'
import { type RunningServer, startServer } from '../serve/start-server.ts'
import type { BarGroup } from './bench.ts'
import { atMost, type Figure } from './finding.ts'
import { ratioFigure } from './handler-bars.ts'
import { pathsFor } from './keeping.ts'
import { atAMillion, sizePair } from './sizes.ts'

/** The content of the cache, and the limit of the bar. Without a cache there is none: a first exact total counts a million events. */
const sides: readonly { readonly name: string; readonly keeps: Keeping; readonly limit?: Figure['limit'] }[] = [
  { name: 'warm', keeps: 'answers', limit: atMost(2) },
  { name: 'only the total kept', keeps: 'totals', limit: atMost(2) },
  { name: 'caches off', keeps: 'nothing' },
]

/** Bar 4: the first page with its exact total, in a large table and in a small one. */
export const sizeBar: BarGroup = {
  rows: [4],
  run: async ({ sizes, milliseconds, rounds, progress }) => {
    const { small, large, label } = sizePair({ sizes })
    const figures: Figure[] = []
    for (const { name, keeps, limit } of sides) {
      const started: RunningServer[] = []
      try {
        const less = await startServer({ kind: 'handler', path: await sqliteFile(small, progress), keeps })
        started.push(less)
        const more = await startServer({ kind: 'handler', path: await sqliteFile(large, progress), keeps })
        started.push(more)
        progress.say(`bar 4: ${name}`)
        const found = await compareServers({ less, more }, { paths: pathsFor[keeps], connections: 4, milliseconds }, rounds)
        figures.push(ratioFigure(`${name}, ${label}`, found, 'more', 'less', limit && atAMillion(large, limit).limit))
      } finally {
        for (const server of started) await server.stop()
      }
    }
    return [{ row: 4, figures }]
  },
}
