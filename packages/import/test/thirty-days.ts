import type { Event } from '@kalends/core'
import { decide, type ImportedEvent, type ImportItem, type ImportReport, importRecords } from '../src/index.ts'
import { event, type Setting } from './setting.ts'

/** An event as the people of a source know it, whatever identifies it there. */
interface TrueEvent {
  /** Stands in the excerpt of its record, which identifies nothing for the import. */
  readonly marker: string
  readonly uid: string
  readonly page: string
  title: string
  day: number
  /** Minutes after midnight; no two events of a run have ever had the same. */
  minute: number
  place: string
  description: string
  sequence: number
  isCancelled: boolean
}

/** How a source identifies its events. */
interface SourceKind {
  readonly name: string
  readonly keyOf: (one: TrueEvent, fetch: number) => string
  readonly hasSequence: boolean
  readonly hasPages: boolean
  /** Whether a new event may look like one that the source has lost: where nothing but its look identifies an event, nobody can tell. */
  readonly isLookFree: boolean
}

const sources: readonly SourceKind[] = [
  { name: 'feed', keyOf: ({ uid }) => uid, hasSequence: true, hasPages: false, isLookFree: true },
  { name: 'feed without revisions', keyOf: ({ uid }) => uid, hasSequence: false, hasPages: true, isLookFree: true },
  { name: 'new uids every day', keyOf: ({ uid }, fetch) => `${uid}-${fetch}`, hasSequence: false, hasPages: true, isLookFree: true },
  { name: 'pages', keyOf: () => '', hasSequence: false, hasPages: true, isLookFree: true },
  { name: 'bare list', keyOf: () => '', hasSequence: false, hasPages: false, isLookFree: false },
]

/** What went wrong, and how much there was. */
export interface Findings {
  /** Records that have changed from one event to another. */
  readonly merges: string[]
  /** Decisions of people that an import has undone. */
  readonly lost: string[]
  /** Records that differ from their source after it was read as a whole. */
  readonly stale: string[]
  /** Writes of a second run of the same day. */
  readonly rewrites: string[]
  /** Events with two records where something identifies them. */
  readonly splits: string[]
  runs: number
  decisions: number
}

/** The findings of an import that does everything right. */
export const nothing = { merges: [], lost: [], stale: [], rewrites: [], splits: [] }

/** Numbers from 0 up to 1 that a seed decides (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const first = Math.imul(state ^ (state >>> 15), 1 | state)
    const mixed = (first + Math.imul(first ^ (first >>> 7), 61 | first)) ^ first
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const titles = ['Choir', 'Fair', 'Market', 'Open stage', 'Film']
const places = ['Mill', 'Town hall', '']
const dayMs = 86_400_000

/** Runs thirty days of five sources. */
export async function runThirtyDays(setting: Setting, random: () => number, days = 30): Promise<Findings> {
  const { calendar, clock, records } = setting
  const findings: Findings = { merges: [], lost: [], stale: [], rewrites: [], splits: [], runs: 0, decisions: 0 }
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const firstDay = Math.floor(clock.nowMs() / dayMs)
  let [count, minutes, writes] = [0, 0, 0]
  for (const name of ['event.created', 'event.updated', 'event.trashed', 'event.restored', 'event.deleted'] as const)
    calendar.on(name, () => void writes++)

  const worlds = sources.map((source) => ({ source, events: [] as TrueEvent[], fetch: 0, failures: 0 }))
  type World = (typeof worlds)[number]
  const lookOf = ({ title, day, place }: TrueEvent): string => [title, day, place].join()
  const nextMinute = (): number => minutes++ % 1_380
  const add = ({ source, events }: World, today: number): void => {
    for (let attempt = 0; attempt < 20; attempt++) {
      const id = `${source.name} ${++count}`
      const one: TrueEvent = {
        ...{ marker: id, uid: `${id}@example.org`.replaceAll(' ', '-'), page: `https://example.org/${count}` },
        ...{ title: pick(titles), day: today + 2 + Math.floor(random() * 40), minute: nextMinute(), place: pick(places) },
        ...{ description: `text ${count}`, sequence: 0, isCancelled: false },
      }
      if (!source.isLookFree && events.some((other) => lookOf(other) === lookOf(one))) continue
      events.push(one)
      // Two shows of one title on one day.
      if (random() < 0.15) {
        const second = `${id} b`
        events.push({ ...one, marker: second, uid: `b-${one.uid}`, page: `${one.page}b`, minute: nextMinute(), description: second })
      }
      return
    }
  }
  const change = ({ source, events }: World, today: number): void => {
    // An event that has ended is never moved: no source fails until then.
    const coming = events.filter(({ day }) => day > today + 3)
    if (coming.length === 0) return
    const one = pick(coming)
    const kind = random()
    one.sequence++
    if (kind < 0.4) one.description = `text ${++count}`
    else if (kind < 0.65) {
      // Of two shows of one title on one day nobody can tell which one has moved.
      if (source.isLookFree || !events.some((other) => other !== one && lookOf(other) === lookOf(one))) one.minute = nextMinute()
    } else if (kind < 0.75) one.isCancelled = !one.isCancelled
    else if (source.isLookFree && kind < 0.85) one.day++
    else if (source.isLookFree) one.title = `${pick(titles)} ${count}`
  }
  const toText = (day: number, minute: number): string =>
    new Date(day * dayMs + minute * 60_000).toISOString().slice(0, 16).replace('T', ' ')
  const toItem = ({ source, fetch }: World, one: TrueEvent): ImportedEvent =>
    event(
      source.keyOf(one, fetch),
      {
        title: one.title,
        startDate: toText(one.day, one.minute),
        endDate: toText(one.day, one.minute + 60),
        excerpt: one.marker,
        description: one.description,
        venues: one.place === '' ? [] : { name: one.place },
      },
      { address: source.hasPages ? one.page : '', ...(source.hasSequence && { sequence: one.sequence }) },
    )

  // Records by id: the event that they were made for, and what people have decided about them.
  const markers = new Map<number, string>()
  const byHand = new Map<number, { readonly title?: string; readonly isTrashed?: boolean; readonly isIgnored?: Event }>()
  const deleted = new Set<string>()
  const readAll = async (): Promise<readonly Event[]> => {
    const all: Event[] = []
    for await (const one of calendar.events.each({ status: ['any', 'trash'], hidden: 'include' })) all.push(one)
    return all
  }

  const check = async (world: World, report: ImportReport, isWhole: boolean): Promise<void> => {
    const stored = await readAll()
    const live = new Map<string, Event[]>()
    for (const one of stored) {
      const marker = markers.get(one.id) ?? one.excerpt
      markers.set(one.id, marker)
      if (marker !== one.excerpt) findings.merges.push(`${one.id}: ${marker} became ${one.excerpt}`)
      if (deleted.has(marker)) findings.lost.push(`${marker} came back`)
      const hand = byHand.get(one.id)
      if (hand?.title !== undefined && hand.title !== one.title) findings.lost.push(`${marker} lost ${hand.title}`)
      if (hand?.isTrashed === true && one.status !== 'trash') findings.lost.push(`${marker} left the trash`)
      if (hand?.isIgnored !== undefined && one.version !== hand.isIgnored.version) findings.lost.push(`${marker} was ignored`)
      if (one.status !== 'trash') live.set(marker, [...(live.get(marker) ?? []), one])
    }
    for (const one of isWhole && report.incomplete === null ? world.events : []) {
      const [found, ...others] = live.get(one.marker) ?? []
      if (others.length > 0 && world.source.isLookFree) findings.splits.push(one.marker)
      const isPast = one.day * dayMs < clock.nowMs() + dayMs
      const hand = found && byHand.get(found.id)
      if (found === undefined || hand?.isIgnored !== undefined || others.length > 0 || isPast) continue
      const isEqual = found.description === one.description && found.startDate.startsWith(toText(one.day, one.minute))
      if (one.isCancelled ? hand === undefined : !isEqual) findings.stale.push(`${one.marker}${one.isCancelled ? ' is cancelled' : ''}`)
    }
  }

  const decideByHand = async (): Promise<void> => {
    const candidates = (await readAll()).filter(({ id, status }) => status === 'publish' && !byHand.has(id))
    if (candidates.length === 0) return
    const one = pick(candidates)
    findings.decisions++
    const kind = random()
    if (kind < 0.5) {
      const title = `By hand ${++count}`
      await calendar.events.update(one.id, { title })
      byHand.set(one.id, { title })
    } else if (kind < 0.7) {
      await calendar.events.trash(one.id)
      byHand.set(one.id, { isTrashed: true })
    } else if (kind < 0.8) {
      await calendar.events.delete(one.id)
      deleted.add(one.excerpt)
    } else {
      const [row] = await records.find({ source: '', recordIds: [one.id] })
      if (row === undefined) throw new Error(`nothing is known about ${one.id}`)
      await decide(calendar, { source: row.source, records }, row.key, 'ignore')
      byHand.set(one.id, { isIgnored: one })
    }
  }

  for (let day = 0; day < days; day++) {
    const today = firstDay + day
    for (const world of worlds) {
      if (day === 0) for (let at = 0; at < 8; at++) add(world, today)
      else for (let at = Math.floor(random() * 4); at > 0; at--) random() < 0.3 ? add(world, today) : change(world, today)
      world.fetch++
      const listed = world.events.filter(({ isCancelled, day: date }) => !isCancelled && date >= today).map((one) => toItem(world, one))
      // Sources list their events in any order.
      const items = listed.map((item, index) => ({ ...item, index })).sort(() => random() - 0.5)
      const failure = items.length < 8 || day === 0 || world.failures === 2 ? 1 : random()
      world.failures = failure < 0.3 ? world.failures + 1 : 0
      const source = { source: world.source.name, records, onMissing: 'trash' } as const
      const covers = { fromMs: clock.nowMs() }
      const fetched = (): Iterable<ImportItem> => toFetched(items, failure, covers)
      findings.runs++
      const report = await importRecords(calendar, fetched(), source)
      await check(world, report, failure >= 0.3)
      const [before, statements] = [writes, setting.writes.length]
      const again = await importRecords(calendar, fetched(), source)
      const isEqual = writes === before && setting.writes.length === statements && again.created + again.updated + again.trashed === 0
      if (!isEqual)
        findings.rewrites.push(`${world.source.name} on day ${day}: ${setting.writes.slice(statements).join(' ').slice(0, 200)}`)
      for (const { key, others } of again.doubtful.slice(0, 1))
        if (random() < 0.1) await decide(calendar, { source: world.source.name, records }, key, 'not the same as', others[0]?.id ?? 0)
    }
    if (random() < 0.8) await decideByHand()
    clock.advance(dayMs)
  }
  return findings
}

/** A fetch: whole, or broken in one of three ways. */
function* toFetched(items: readonly ImportItem[], failure: number, covers: { readonly fromMs: number }): Generator<ImportItem> {
  const part = items.slice(0, Math.floor(items.length * 0.3))
  yield* failure < 0.3 ? part : items
  if (failure < 0.1) throw new Error('reset by peer')
  if (failure < 0.2) yield { kind: 'end', complete: false, covers }
  // The worst: a server that sends a shorter list as if it were whole.
  else yield { kind: 'end', complete: true, covers }
}
