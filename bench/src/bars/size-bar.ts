import { sqliteFile } from '../data/sqlite-file.ts'
import { compareServers } from '../measure/servers.ts'
import type { CacheContent } from '../serve/server-plan.ts'
import { type RunningServer, startServer } from '../serve/start-server.ts'
import type { BarGroup } from './bench.ts'
import { pathsFor } from './cached-paths.ts'
import { atMost, type Figure } from './finding.ts'
import { ratioFigure } from './handler-bars.ts'
import { atAMillion, sizePair } from './sizes.ts'

/** The contents of the cache, with their limits. Without a cache there is no limit, because each exact total counts a million events. */
const sides: readonly { readonly name: string; readonly cached: CacheContent; readonly limit?: Figure['limit'] }[] = [
  { name: 'warm', cached: 'responses', limit: atMost(2) },
  { name: 'only the total cached', cached: 'totals', limit: atMost(2) },
  { name: 'caches off', cached: 'nothing' },
]

/** Bar 4: the first page with its exact total, in a large table and in a small one. */
export const sizeBar: BarGroup = {
  rows: [4],
  run: async ({ sizes, milliseconds, rounds, progress }) => {
    const { small, large, label } = sizePair({ sizes })
    const figures: Figure[] = []
    for (const { name, cached, limit } of sides) {
      const started: RunningServer[] = []
      try {
        const less = await startServer({ kind: 'handler', path: await sqliteFile(small, progress), cached })
        started.push(less)
        const more = await startServer({ kind: 'handler', path: await sqliteFile(large, progress), cached })
        started.push(more)
        progress.say(`bar 4: ${name}`)
        const found = await compareServers({ less, more }, { paths: pathsFor[cached], connections: 4, milliseconds }, rounds)
        figures.push(ratioFigure(`${name}, ${label}`, found, 'more', 'less', limit && atAMillion(large, limit).limit))
      } finally {
        for (const server of started) await server.stop()
      }
    }
    return [{ row: 4, figures }]
  },
}
