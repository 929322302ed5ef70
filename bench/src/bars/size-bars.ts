import { sqliteFile } from '../data/sqlite-file.ts'
import { compareServers } from '../measure/load.ts'
import { say } from '../progress.ts'
import { withServers } from '../serve/start-server.ts'
import { base } from '../setting.ts'
import { atAMillion, atMost, type BarGroup, type Figure, sizeName } from './finding.ts'
import { answersOf, ensureSameAnswers, serverFigure } from './server-figure.ts'

const list = `${base}/events`

/** Bar 4: the first page with its exact total, in a large table and in a small one. */
export const sizeBar: BarGroup = {
  rows: { 4: 'First page and exact total through the handler on SQLite, warm and with caches off: at 1M at most 2x the cost at 1k' },
  run: async ({ sizes: [small = 0, ...more], milliseconds, rounds }) => {
    const large = more.at(-1) ?? small
    const addresses = { less: await sqliteFile(small), more: await sqliteFile(large) }
    const figures: Figure[] = []
    for (const isCached of [true, false]) {
      say(`bar 4: ${isCached ? 'warm' : 'caches off'}`)
      const plan = { kind: 'handler', engine: 'sqlite', isCached } as const
      const plans = { less: { ...plan, address: addresses.less }, more: { ...plan, address: addresses.more } }
      const found = await withServers(plans, (servers) => compareServers(servers, { requests: [list], milliseconds }, rounds))
      const label = `${isCached ? 'warm' : 'caches off'}, ${sizeName(large)} / ${sizeName(small)}`
      figures.push(serverFigure(label, found.more, found.less, atAMillion(large, atMost(2))))
    }
    return [{ row: 4, figures }]
  },
}

/** Bar 12: the cost of routing, parsing and the classes of `fetch` when the response is nearly empty. */
export const tinyBar: BarGroup = {
  rows: { 12: 'Tiny answers of the handler on Node: at most 1.5x bare `http` with the same bytes' },
  run: ({ milliseconds, rounds }) =>
    withServers({ handler: { kind: 'memory', isCached: true } }, async ({ handler }) => {
      const paths = { 'a 404': `${base}/nothing`, 'an empty list from memory, warm': list }
      const answers = await answersOf(handler, Object.values(paths))
      const figures = await withServers({ bytes: { kind: 'bytes', answers } }, async ({ bytes }) => {
        await ensureSameAnswers({ bytes }, answers)
        const measured: Figure[] = []
        for (const [label, path] of Object.entries(paths)) {
          say(`bar 12: ${label}`)
          const plan = { requests: [path], connections: 16, milliseconds, status: answers.get(path)?.status ?? 200 }
          const found = await compareServers({ handler, bytes }, plan, rounds)
          measured.push(serverFigure(`${label}: handler / bytes`, found.handler, found.bytes, atMost(1.5)))
        }
        return measured
      })
      return [{ row: 12, figures }]
    }),
}
