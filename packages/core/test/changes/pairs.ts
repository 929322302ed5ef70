import { memoryStore } from '@kalends/memory'
import {
  type AccessPolicy,
  type Actor,
  type Calendar,
  createCalendar,
  type EventListInput,
  isCalendarError,
  publicReadOnly,
  roles,
} from '../../src/index.ts'
import { randomCalendar, randomNumbers } from './random-calendar.ts'

/** The viewers of a world: how many records each may read differs. */
const viewers: readonly (readonly [name: string, actor: Actor | null, policy: AccessPolicy])[] = [
  ['anybody', null, publicReadOnly()],
  ['a member without a role', { id: '3', roles: ['reader'] }, roles({})],
  ['an author', { id: '1', roles: ['author'] }, roles({})],
  ['another author', { id: '2', roles: ['author'] }, roles({})],
  ['an author of no record', { id: '9', roles: ['author'] }, roles({})],
  [
    'a reader of drafts, but not of hidden or private records',
    { id: '4' },
    { readable: () => [{ status: 'publish' }, { status: 'draft' }], may: () => false },
  ],
]

const status = ['publish', 'draft', 'private', 'pending', 'future', 'trash'] as const

/** Lists of a window that moves with the day, and of all events. */
const filters: readonly EventListInput[] = [
  { from: 'today', to: '+2 years' },
  { status, hidden: 'include', startsFrom: '1990-01-01', startsUntil: '2190-01-01' },
]

/** A viewer who follows changes, and what it could read at some time, as `kind id`. */
interface Watcher {
  readonly name: string
  readonly viewer: Calendar
  readonly filter: EventListInput
  readonly readable: Set<string>
  token: string
}

/** What happened to the pairs of viewer and record of a world. */
export interface Pairs {
  /** All pairs. */
  pairs: number
  /** The pairs whose viewer could never read the record. */
  secret: number
  /** How often a record was reported to a viewer. */
  reported: number
  /** How often a record was reported to a viewer as gone. */
  gone: number
  /** The pairs in which a record was reported to a viewer that could never read it, as texts. */
  readonly leaked: string[]
}

/** Whether a viewer can read a record, or learns that it is in the trash. */
const isKnown = (records: { get(id: number): Promise<unknown> }, id: number): Promise<boolean> =>
  records.get(id).then(
    () => true,
    (error: unknown) => isCalendarError(error, 'in_trash'),
  )

/** Makes random writes in a new calendar, lets every viewer follow them, and compares the reported records with those that they could read. */
export async function watchPairs(seed: number, steps: number): Promise<Pairs> {
  const random = randomNumbers(seed)
  let nowMs = Date.parse('2026-05-01T12:00:00Z')
  const calendar = createCalendar({ store: memoryStore(), clock: { nowMs: () => nowMs } })
  const world = randomCalendar(calendar, random)
  const records = new Set<string>()
  for (const kind of ['event', 'venue'] as const)
    for (const verb of ['created', 'updated', 'restored'] as const)
      calendar.on(`${kind}.${verb}`, ({ after }) => void records.add(`${kind} ${after.id}`))
  const watchers: Watcher[] = []
  for (const [index, [name, actor, policy]] of viewers.entries()) {
    const viewer = calendar.as(actor, policy)
    const filter = filters[(index + seed) % filters.length] ?? {}
    watchers.push({ name, viewer, filter, readable: new Set(), token: await viewer.changes.token() })
  }
  const found: Pairs = { pairs: 0, secret: 0, reported: 0, gone: 0, leaked: [] }
  const look = async (): Promise<void> => {
    // Occurrences have no event of their own.
    for await (const { id } of calendar.events.each(filters[1])) records.add(`event ${id}`)
    for (const { viewer, readable } of watchers)
      for (const record of records) {
        if (readable.has(record)) continue
        const [kind, id] = record.split(' ')
        if (await isKnown(kind === 'event' ? viewer.events : viewer.venues, Number(id))) readable.add(record)
      }
  }
  for (let step = 0; step < steps; step++) {
    await world.write()
    await look()
    nowMs += random(3) === 0 ? random(3_600_000) : random(1_000)
    await look()
    // Some come so seldom that scheduled events which a write has changed would be public by then.
    for (const [index, watcher] of watchers.entries()) if (random(2 + 10 * (index % 3)) === 0) await follow(watcher, 1 + random(12), found)
  }
  found.pairs = watchers.length * records.size
  for (const { readable } of watchers) found.secret += records.size - readable.size
  return found
}

/** Reads all changes since the token of a watcher. */
async function follow(watcher: Watcher, limit: number, found: Pairs): Promise<void> {
  for (let more = true; more; ) {
    try {
      const page = await watcher.viewer.changes.since(watcher.token, { events: watcher.filter, venues: {}, limit })
      for (const item of page.items) {
        const record = `${item.kind} ${item.id}`
        found.reported++
        if (item.gone) found.gone++
        if (!watcher.readable.has(record)) found.leaked.push(`${watcher.name}: ${record}${item.gone ? ', gone' : ''}`)
      }
      watcher.token = page.token
      more = page.more
    } catch (error) {
      if (!isCalendarError(error, 'token_expired')) throw error
      watcher.token = await watcher.viewer.changes.token()
    }
  }
}
