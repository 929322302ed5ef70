import { sqliteFile } from '../data/sqlite-file.ts'
import { interleave, type Rounds, ratio } from '../measure/interleave.ts'
import type { LoadPlan } from '../measure/load.ts'
import { cpuMs, type ServerSample, sampleOf, wallMs } from '../measure/servers.ts'
import type { CacheContent } from '../serve/server-plan.ts'
import { type RunningServer, startServer } from '../serve/start-server.ts'
import type { BarGroup, Bench } from './bench.ts'
import { pathsFor } from './cached-paths.ts'
import { atLeast, type Figure, type Finding } from './finding.ts'
import { installPeers, type Peer, type PeerAnswer, peers, programOf } from './peers.ts'

const events = 10_000
const connections = 4

/** The required ratios of each bar, by peer. */
const wanted: Readonly<Record<14 | 15 | 16, Partial<Record<Peer['name'], number>>>> = {
  14: { afternoon: 15, feathers: 6, payload: 25 },
  15: { afternoon: 3, feathers: 1.2, payload: 4 },
  16: { afternoon: 50 },
}
const wantedUncachedAtAMillion = 15

const notNpm: Figure = {
  label: 'WordPress with The Events Calendar',
  value: null,
  unit: 'x',
  note: 'is no npm package and needs PHP, a web server and MariaDB of its own',
}

/** Bars 14 to 16: the calendar, compared with other programs under equivalent requests. */
export const peerBars: BarGroup = {
  rows: [14, 15, 16],
  run: async (bench) => {
    if (!bench.withPeers) return []
    bench.progress.say('installing the other programs')
    const failure = installPeers()
    const found: Finding[] = []
    if (bench.rows.has(14) || bench.rows.has(15)) {
      const rounds = await comparePeers(bench, events, failure === undefined ? peers : [], ['warm', 'off'])
      for (const row of [14, 15] as const) found.push({ row, figures: [...figuresOf(row, rounds, failure), notNpm] })
    }
    if (bench.rows.has(16) && bench.sizes.includes(1_000_000)) {
      const afternoon = peers.filter(({ name }) => name === 'afternoon')
      const rounds = await comparePeers(bench, 1_000_000, failure === undefined ? afternoon : [], ['warm', 'total', 'off'])
      found.push({ row: 16, figures: atAMillion(rounds, failure) })
    }
    return found.filter(({ row }) => bench.rows.has(row))
  },
}

/** The content of the cache on each of the calendar's sides of the comparison. */
const cachedBy = { warm: 'responses', total: 'totals', off: 'nothing' } as const satisfies Readonly<Record<string, CacheContent>>

type Side = keyof typeof cachedBy
type Name = Peer['name'] | Side

/** The results of a comparison. */
interface Compared {
  readonly rounds: Rounds<Name, ServerSample>
  /** The programs that could not be compared, with the reasons. */
  readonly failures: ReadonlyMap<Peer['name'], string>
}

async function comparePeers(bench: Bench, size: number, chosen: readonly Peer[], sides: readonly Side[]): Promise<Compared> {
  const path = await sqliteFile(size, bench.progress)
  const failures = new Map<Peer['name'], string>()
  const servers = new Map<Name, { readonly server: RunningServer; readonly paths: readonly string[] }>()
  try {
    for (const side of sides) {
      const cached = cachedBy[side]
      servers.set(side, { server: await startServer({ kind: 'handler', path, cached }), paths: pathsFor[cached] })
    }
    const wantedAnswer = await answerOf(servers.get('off')?.server, peers[0])
    for (const peer of chosen) {
      bench.progress.say(`starting ${peer.title}`)
      try {
        const server = await startServer({ kind: 'peer', program: programOf(peer), path })
        servers.set(peer.name, { server, paths: [peer.path] })
        ensureSame(peer, await answerOf(server, peer), wantedAnswer)
      } catch (error) {
        failures.set(peer.name, error instanceof Error ? error.message : String(error))
        await servers.get(peer.name)?.server.stop()
        servers.delete(peer.name)
      }
    }
    bench.progress.say(`comparing with ${chosen.map(({ title }) => title).join(', ')}`)
    const compared = [...servers].map(([name, { server, paths }]) => {
      const plan: LoadPlan = { paths, connections, milliseconds: bench.milliseconds }
      return { name, measure: () => sampleOf(server, plan) }
    })
    return { rounds: await interleave(compared, bench.rounds), failures }
  } finally {
    for (const { server } of servers.values()) await server.stop()
  }
}

/** A server's response to the request for the first page. */
async function answerOf(server: RunningServer | undefined, peer: Peer | undefined): Promise<PeerAnswer> {
  if (server === undefined || peer === undefined) throw new Error('The server or the peer is missing.')
  return peer.read(await fetch(`http://127.0.0.1:${server.port}${peer.path}`))
}

/** @throws Error the program returns another response, so a comparison is impossible */
function ensureSame({ title }: Peer, found: PeerAnswer, expected: PeerAnswer): void {
  if (found.total !== expected.total) throw new Error(`${title} counts ${found.total} events, not ${expected.total}`)
  if (found.ids.join() !== expected.ids.join()) throw new Error(`${title} answers other events or another order`)
}

/** The cost of a peer relative to the handler, or the reason why it could not be measured. */
function peerRatio(peer: Peer, side: Side, least: number | undefined, { rounds, failures }: Compared, failure: string | undefined): Figure {
  const limit = least === undefined ? {} : { limit: atLeast(least) }
  const why = failure ?? failures.get(peer.name)
  if (why !== undefined) return { label: peer.title, value: null, unit: 'x', note: `missing: ${why}`, ...limit }
  const inCpu = ratio(rounds, peer.name, side, cpuMs)
  return {
    label: peer.title,
    value: ratio(rounds, peer.name, side, wallMs),
    unit: 'x',
    note: `processor time ${inCpu.toFixed(1)}x`,
    ...limit,
  }
}

const figuresOf = (row: 14 | 15, compared: Compared, failure: string | undefined): readonly Figure[] =>
  peers.map((peer) => peerRatio(peer, row === 14 ? 'warm' : 'off', wanted[row][peer.name], compared, failure))

function atAMillion(compared: Compared, failure: string | undefined): readonly Figure[] {
  const [afternoon] = peers
  if (afternoon === undefined) return []
  const warm = peerRatio(afternoon, 'warm', wanted[16].afternoon, compared, failure)
  const total = peerRatio(afternoon, 'total', undefined, compared, failure)
  const off = peerRatio(afternoon, 'off', wantedUncachedAtAMillion, compared, failure)
  return [
    { ...warm, label: `warm, ${warm.label}` },
    { ...total, label: `only the total cached, ${total.label}` },
    { ...off, label: `caches off, ${off.label}` },
  ]
}
