import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nowMs } from '../data/shape.ts'
import { base, defaultWindowMs } from '../setting.ts'

/** Another program; its file in `peers/` has its name. */
export interface Peer {
  readonly name: 'afternoon' | 'feathers' | 'payload'
  /** Its display name. */
  readonly title: string
  /** Its request. */
  readonly path: string
  /** The members of its response with the events and with their total. */
  readonly members: readonly [events: string, total: string]
}

const folder = new URL('../../peers/', import.meta.url)

/** The file of a peer. */
export const programOf = ({ name }: Peer): string => fileURLToPath(new URL(`${name}.ts`, folder))

const query = (parameters: Readonly<Record<string, string | number>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

const instant = (ms: number): string => new Date(ms).toISOString()

/** The other programs, each with its own request. */
export const peers: readonly Peer[] = [
  {
    name: 'afternoon',
    title: 'the afternoon app',
    path: `${base}/events`,
    members: ['events', 'total'],
  },
  {
    name: 'feathers',
    title: 'Feathers 5 with Knex',
    path: `/events?${query({
      status: 'publish',
      hidden: 0,
      'start_wall[$gte]': defaultWindowMs.from,
      'start_wall[$lt]': defaultWindowMs.to,
      'published_ms[$lte]': nowMs,
      '$sort[start_wall]': 1,
      '$sort[id]': 1,
    })}`,
    members: ['data', 'total'],
  },
  {
    name: 'payload',
    title: 'Payload 3',
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
    members: ['docs', 'totalDocs'],
  },
]

/**
 * Installs the other programs, if they are missing.
 * @returns the reason why they cannot be installed
 */
export function installPeers(): string | undefined {
  const options = { cwd: fileURLToPath(folder), encoding: 'utf8', shell: process.platform === 'win32' } as const
  const { status, error, stderr, stdout } = spawnSync('pnpm', ['install', '--frozen-lockfile'], options)
  if (status === 0) return undefined
  return `pnpm install in bench/peers failed: ${error?.message ?? `${stderr}${stdout}`.trim().split('\n').at(-1)}`
}
