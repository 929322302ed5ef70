import { sqliteFile } from '../data/sqlite-file.ts'
import { interleave } from '../measure/interleave.ts'
import { load, type ServerSample } from '../measure/load.ts'
import type { Options } from '../options.ts'
import { say } from '../progress.ts'
import { type RunningServer, startServer } from '../serve/start-server.ts'
import { base } from '../setting.ts'
import { atLeast, type BarGroup, type Figure, type Finding, type Limit } from './finding.ts'
import { installPeers, type Peer, peers, programOf } from './peers.ts'
import { serverFigure } from './server-figure.ts'

/** The required ratios of each bar, by peer. */
const wanted: Readonly<Record<number, Partial<Record<Peer['name'], Limit>>>> = {
  14: { afternoon: atLeast(15), feathers: atLeast(6), payload: atLeast(25) },
  15: { afternoon: atLeast(1.6), feathers: atLeast(1.2), payload: atLeast(5) },
  16: { afternoon: atLeast(50) },
}

/** Bars 14 to 16: the calendar, compared with other programs under equivalent requests. */
export const peerBars: BarGroup = {
  rows: {
    14: 'Ahead of peers, list of 35, 10k events, warm: 15x the afternoon app, 6x Feathers with Knex, 25x Payload',
    15: 'The same, caches off: 1.6x the afternoon app, 1.2x Feathers with Knex, 5x Payload',
    16: 'At 1M, warm: 50x the afternoon app',
  },
  run: async (options) => {
    const { rows, quick, sizes } = options
    if (quick) return []
    say('installing the other programs')
    const failure = installPeers()
    const found: Finding[] = []
    const add = async (row: number, events: number, side: 'warm' | 'off'): Promise<void> => {
      const chosen = peers.filter(({ name }) => wanted[row]?.[name] !== undefined)
      if (rows.has(row)) found.push({ row, figures: await comparePeers(options, events, chosen, side, row, failure) })
    }
    await add(14, 10_000, 'warm')
    await add(15, 10_000, 'off')
    if (sizes.includes(1_000_000)) await add(16, 1_000_000, 'warm')
    return found
  },
}

async function comparePeers(
  { rounds, milliseconds }: Options,
  events: number,
  chosen: readonly Peer[],
  side: 'warm' | 'off',
  row: number,
  failure: string | undefined,
): Promise<readonly Figure[]> {
  const address = await sqliteFile(events)
  const failures = new Map<Peer, string>()
  const path = `${base}/events`
  const handler = await startServer({ kind: 'handler', engine: 'sqlite', address, isCached: side === 'warm' })
  const started = [handler]
  const sides: Record<string, () => Promise<ServerSample>> = { handler: () => load(handler, { requests: [path], milliseconds }) }
  try {
    for (const peer of chosen) {
      say(`starting ${peer.title}`)
      try {
        if (failure !== undefined) throw new Error(failure)
        const server = await startServer({ kind: 'peer', program: programOf(peer), address })
        started.push(server)
        const [answer, wantedAnswer] = [await answerOf(server, peer), await answerOf(handler, { path, members: ['events', 'total'] })]
        if (answer !== wantedAnswer) throw new Error(`It answers ${answer} instead of ${wantedAnswer}.`)
        sides[peer.name] = () => load(server, { requests: [peer.path], milliseconds })
      } catch (error) {
        failures.set(peer, error instanceof Error ? error.message : String(error))
      }
    }
    say(`bar ${row}: comparing with ${chosen.map(({ title }) => title).join(', ')}`)
    const found = await interleave(sides, rounds)
    return chosen.map((peer) => {
      const [limit, why] = [wanted[row]?.[peer.name], failures.get(peer)]
      if (why !== undefined) return { label: peer.title, value: null, unit: 'x', note: `missing: ${why}`, limit }
      return serverFigure(peer.title, found[peer.name] ?? [], found['handler'] ?? [], limit)
    })
  } finally {
    for (const server of started) await server.stop()
  }
}

/** The total, and the ids of the first page: programs that answer others cannot be compared. */
async function answerOf({ port }: RunningServer, { path, members: [events, total] }: Pick<Peer, 'path' | 'members'>): Promise<string> {
  const body = await (await fetch(`http://127.0.0.1:${port}${path}`)).json()
  const ids: readonly number[] = body[events].map(({ id }: { readonly id: number }) => id)
  return `${body[total]} events, first ${ids.join()}`
}
