import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nowMs } from '../data/shape.ts'
import { base, defaultWindow, defaultWindowMs } from '../setting.ts'

/** A program's response to the request for the first 35 events of the default window. */
export interface PeerAnswer {
  /** The events' ids, in order. */
  readonly ids: readonly number[]
  /** The total. */
  readonly total: number
}

/** Another program. */
export interface Peer {
  /** Its name in code. */
  readonly name: 'afternoon' | 'feathers' | 'payload' | 'json-server'
  /** Its display name. */
  readonly title: string
  /** Its file, under `peers/`. */
  readonly file: string
  /** Its request. */
  readonly path: string
  /** Parses its response. */
  read(response: Response): Promise<PeerAnswer>
}

const folder = new URL('../../peers/', import.meta.url)

/** The file of a peer. */
export const programOf = ({ file }: Peer): string => fileURLToPath(new URL(file, folder))

const query = (parameters: Readonly<Record<string, string | number>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

const instant = (ms: number): string => new Date(ms).toISOString()
const idsOf = (records: readonly { readonly id: number }[]): readonly number[] => records.map(({ id }) => id)

/** The other programs, each with its own request. */
export const peers: readonly Peer[] = [
  {
    name: 'afternoon',
    title: 'the afternoon app',
    file: 'afternoon.ts',
    path: `${base}/events`,
    read: async (response) => {
      const { events, total } = await response.json()
      return { ids: idsOf(events), total }
    },
  },
  {
    name: 'feathers',
    title: 'Feathers 5 with Knex',
    file: 'feathers.ts',
    path: `/events?${query({
      status: 'publish',
      hidden: 0,
      'start_wall[$gte]': defaultWindowMs.from,
      'start_wall[$lt]': defaultWindowMs.to,
      'published_ms[$lte]': nowMs,
      '$sort[start_wall]': 1,
      '$sort[id]': 1,
    })}`,
    read: async (response) => {
      const { data, total } = await response.json()
      return { ids: idsOf(data), total }
    },
  },
  {
    name: 'payload',
    title: 'Payload 3',
    file: 'payload.ts',
    path: `/api/events?${query({
      limit: 35,
      depth: 1,
      sort: 'startWall,id',
      'where[status][equals]': 'publish',
      'where[hidden][equals]': 'false',
      'where[startWall][greater_than_equal]': instant(defaultWindowMs.from),
      'where[startWall][less_than]': instant(defaultWindowMs.to),
      'where[publishedAt][less_than_equal]': instant(nowMs),
    })}`,
    read: async (response) => {
      const { docs, totalDocs } = await response.json()
      return { ids: idsOf(docs), total: totalDocs }
    },
  },
  {
    name: 'json-server',
    title: 'json-server 0.17',
    file: 'json-server.ts',
    path: `/events?${query({ start_date_gte: defaultWindow.start, start_date_lte: defaultWindow.end, _sort: 'start_date,id', _limit: 35 })}`,
    read: async (response) => ({ ids: idsOf(await response.json()), total: Number(response.headers.get('x-total-count')) }),
  },
]

/**
 * Installs the other programs, if they are missing.
 * @returns the reason why they cannot be installed
 */
export function installPeers(): string | undefined {
  const { status, error, stderr, stdout } = spawnSync('pnpm', ['install', '--frozen-lockfile'], {
    cwd: fileURLToPath(folder),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status === 0) return undefined
  const said = error?.message ?? `${stderr}${stdout}`.trim().split('\n').at(-1)
  return `pnpm install in packages/bench/peers failed: ${said}`
}
