import type { Calendar } from '../calendar/api.ts'
import { contextOf } from '../calendar/internals.ts'
import { CalendarError } from '../errors/calendar-error.ts'
import { requireKnownOptions } from '../errors/known-names.ts'
import { batchesOf } from '../record/stored-records.ts'
import { type AbortSignalLike, requireSignal } from '../store/abort-signal.ts'
import type { CalendarStore, Revision } from '../store/contract.ts'
import type { EventFilter, ProfileFilter, TermFilter } from '../store/filters.ts'
import { hasOwnSearchText, inheritedTexts } from '../store/inherit.ts'
import type { LoggedChange } from '../store/log.ts'
import { compareCodePoints } from '../store/matching.ts'
import type { EntityId, EventRecord, StoredRecord } from '../store/records.ts'
import { collectionOfLine, header } from './header.ts'
import { refusedArchive, toLine, withHashes } from './lines.ts'
import { type ArchiveSection, requireSections, type SectionRow } from './section.ts'

/** The options of {@link writeArchive}. */
export interface WriteArchiveOptions {
  /**
   * Whether the archive has the log of writes. With it, the tokens of copies stay valid in the restored calendar; without it they are
   * `token_expired`, and copies begin anew.
   * @default false
   */
  readonly log?: boolean | undefined
  /**
   * Rows beside the records that the archive has, too: `importSections` of `@kalends/import` has what imports know.
   * @default none
   */
  readonly sections?: readonly ArchiveSection[] | undefined
  /** Ends the archive: `signal.reason` is thrown. */
  readonly signal?: AbortSignalLike | undefined
}

/**
 * Writes everything that a calendar stores as lines of JSON: all records with their ids, versions and dates, hidden ones and the trash too. An
 * archive has a hash after every thousand lines and at the end. Not in it: requests with an `Idempotency-Key`, which expire after a day,
 * proposals, preview tokens, and tables of other packages, such as those of webhooks; those of imports are `sections`.
 *
 * The records are read in parts, without a transaction: on most engines none sees one state for that long, and on SQLite it would keep all
 * writers waiting until the reader of the lines is done. So the archive compares the revision at the end, and fails if somebody has written.
 * @returns the lines, each with its end
 * @throws forbidden the calendar has an actor
 * @throws version_conflict the calendar was written to meanwhile
 * @example
 * import { createWriteStream } from 'node:fs'
 * import { pipeline } from 'node:stream/promises'
 *
 * await pipeline(writeArchive(calendar), createWriteStream('calendar.ndjson'))
 */
export function writeArchive(calendar: Calendar, options: WriteArchiveOptions = {}): AsyncIterable<string> {
  requireKnownOptions('writeArchive', options, { log: true, sections: true, signal: true })
  const { log = false, sections = [], signal } = options
  requireSections('writeArchive', sections)
  if (signal !== undefined) requireSignal(signal)
  const { store, clock, viewer } = contextOf(calendar)
  if (viewer.policy !== null) throw new CalendarError('forbidden', {})
  return withHashes(contentLines(store, clock.nowMs(), { log, sections, signal }))
}

/** {@link WriteArchiveOptions} with their defaults. */
interface ReadOptions {
  readonly log: boolean
  readonly sections: readonly ArchiveSection[]
  readonly signal: AbortSignalLike | undefined
}

async function* contentLines(
  store: CalendarStore,
  nowMs: number,
  { log, sections, signal }: ReadOptions,
): AsyncGenerator<string, void, undefined> {
  const before = await (log ? numberedRevision(store, nowMs) : store.revision(nowMs))
  yield toLine(header)
  for await (const batch of batchesOf<TermFilter>(store.terms, {})) yield* recordLines(store, 'term', batch, signal)
  for await (const batch of batchesOf<ProfileFilter>(store.venues, {})) yield* recordLines(store, 'venue', batch, signal)
  for await (const batch of batchesOf<ProfileFilter>(store.organizers, {})) yield* recordLines(store, 'organizer', batch, signal)
  yield* eventLines(store, signal)
  if (log) yield* changeLines(store, signal)
  for (const section of sections) yield* sectionLines(section, signal)
  const { token } = await store.revision(nowMs)
  if (token !== before.token) throw writtenMeanwhile()
  yield toLine({ end: true })
}

async function* sectionLines(section: ArchiveSection, signal: AbortSignalLike | undefined): AsyncGenerator<string, void, undefined> {
  for await (const value of section.each()) {
    if (signal?.aborted) throw signal.reason
    yield toLine({ row: { of: section.name, value } satisfies SectionRow })
  }
}

const writtenMeanwhile = (): CalendarError =>
  new CalendarError('version_conflict', {}, { message: 'The calendar was written to while it was archived: archive it again.' })

/** The revision, once all rows of the log have numbers: others are not read. */
async function numberedRevision(store: CalendarStore, nowMs: number): Promise<Revision> {
  for (let left = Number.POSITIVE_INFINITY; ; ) {
    await store.log.number()
    const revision = await store.revision(nowMs)
    const { count = 0 } = revision.mark.unnumbered ?? {}
    if (count === 0) return revision
    // Another process numbers them, or a transaction of the host has written them.
    if (count >= left) throw new CalendarError('unavailable', {}, { message: 'The log has rows without numbers: archive it later.' })
    left = count
  }
}

function* toLines(name: string, records: readonly object[], signal: AbortSignalLike | undefined): Generator<string, void, undefined> {
  if (signal?.aborted) throw signal.reason
  for (const record of records) yield toLine({ [name]: record })
}

/** Records, and after them their aliases. */
async function* recordLines(
  store: CalendarStore,
  name: keyof typeof collectionOfLine,
  batch: readonly StoredRecord[],
  signal: AbortSignalLike | undefined,
): AsyncGenerator<string, void, undefined> {
  yield* toLines(name, batch, signal)
  yield* aliasLines(store, name, batch, signal)
}

async function* aliasLines(
  store: CalendarStore,
  name: keyof typeof collectionOfLine,
  batch: readonly StoredRecord[],
  signal: AbortSignalLike | undefined,
): AsyncGenerator<string, void, undefined> {
  if (batch.length === 0) return
  const aliases = await store[collectionOfLine[name]].getAliases(batch.map(({ id }) => id))
  // Stores return them in any order, and the same calendar has the same archive.
  const sorted = aliases.toSorted((a, b) => a.id - b.id || a.atMs - b.atMs || compareCodePoints(`${a.of} ${a.text}`, `${b.of} ${b.text}`))
  yield* toLines(
    'alias',
    sorted.map((alias) => ({ ...alias, collection: collectionOfLine[name] })),
    signal,
  )
}

/**
 * The events by id, but a series before its occurrences: those that a write of later dates has moved to it may be older. Each batch is a bounded read: a search for series would
 * read all events, and take too long in a large calendar.
 */
async function* eventLines(store: CalendarStore, signal: AbortSignalLike | undefined): AsyncGenerator<string, void, undefined> {
  const { events } = store
  const written = new Set<EntityId>()
  for await (const batch of batchesOf<EventFilter, EventRecord>(events, {}, { withoutInherited: true })) {
    const later = new Set(batch.filter(({ id, seriesId }) => seriesId > id && !written.has(seriesId)).map(({ seriesId }) => seriesId))
    const series = later.size === 0 ? [] : await events.getMany([...later])
    for (const { id } of series) written.add(id)
    yield* toLines(
      'event',
      series.toSorted((a, b) => a.id - b.id),
      signal,
    )
    const rest = batch.filter(({ id }) => !written.has(id))
    for (const { id, role, seriesId } of rest)
      if (role === 'series') written.add(id)
      else if (seriesId !== 0 && !written.has(seriesId)) throw refusedArchive(`The event ${id} does not have the series ${seriesId}.`)
    yield* toLines(
      'event',
      rest.map((event) => (written.has(event.seriesId) ? ownMembers(event) : event)),
      signal,
    )
    yield* aliasLines(store, 'event', [...series, ...rest], signal)
  }
}

/** An occurrence without the members that it reads from its series: thousands of dates would repeat its texts. */
function ownMembers(event: EventRecord): object {
  const inherited = new Set<string>([
    'uid',
    'recurrence',
    'extendedTo',
    ...inheritedTexts.filter((text) => !event.overridden.includes(text)),
  ])
  if (!hasOwnSearchText(event)) inherited.add('searchText')
  return Object.fromEntries(Object.entries(event).filter(([name]) => !inherited.has(name)))
}

/** The most rows of the log in one read. */
const rowsAtOnce = 1_000

async function* changeLines({ log }: CalendarStore, signal: AbortSignalLike | undefined): AsyncGenerator<string, void, undefined> {
  let last: LoggedChange | undefined
  for (;;) {
    const rows = await log.read({ after: last?.seq ?? 0, limit: rowsAtOnce })
    // Rows that were pruned meanwhile leave a gap, which the revision does not show.
    if (last !== undefined && rows[0] !== undefined && rows[0].seq !== last.seq + 1) throw writtenMeanwhile()
    yield* toLines('change', rows, signal)
    last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtOnce) return
  }
}
