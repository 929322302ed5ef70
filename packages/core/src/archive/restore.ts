import { requireContract, requireFunction } from '../calendar/reading.ts'
import { CalendarError } from '../errors/calendar-error.ts'
import { requireKnownOptions } from '../errors/known-names.ts'
import { eventFields } from '../kinds/event/schema.ts'
import { defaultsOf } from '../record/field-table.ts'
import { type AbortSignalLike, requireSignal } from '../store/abort-signal.ts'
import type { Alias } from '../store/alias.ts'
import type { CalendarStore, RestoredContent } from '../store/contract.ts'
import { guardStore } from '../store/guard-store.ts'
import { inheritFrom } from '../store/inherit.ts'
import type { LoggedChange } from '../store/log.ts'
import { indexedEntry } from '../store/log-entry.ts'
import type { EventRecord, OrganizerRecord, TermRecord, VenueRecord } from '../store/records.ts'
import { systemClock } from '../time/clock.ts'
import { requireHeader } from './header.ts'
import { cutArchive, parseLine, refusedArchive, withoutHashes } from './lines.ts'
import { type ArchiveSection, requireEmptySections, requireSections, type SectionRow, saveRows } from './section.ts'

/** How many records are restored. */
export interface RestoredRecords {
  /** Categories and tags. */
  readonly terms: number
  /** Venues. */
  readonly venues: number
  /** Organizers. */
  readonly organizers: number
  /** Events: single events, series and occurrences. */
  readonly events: number
  /** Rows of {@link ArchiveSection}s. */
  readonly rows: number
}

/** The options of {@link restoreArchive}. */
export interface RestoreArchiveOptions {
  /**
   * What takes the rows beside the records, with the names of the sections that the archive was written with; each has to be empty.
   * @default none: an archive with such rows is refused
   */
  readonly sections?: readonly ArchiveSection[] | undefined
  /** Called after each part of at most a thousand lines, with the numbers up to then. */
  readonly onProgress?: ((restored: RestoredRecords) => void) | undefined
  /** Ends the restoration: `signal.reason` is thrown, and nothing is restored. */
  readonly signal?: AbortSignalLike | undefined
}

/**
 * Restores an archive into a store without records, on any engine: the records have their ids, versions and dates, so a calendar gives the same
 * answers, `ETag`s included, if its options and its version are the same.
 *
 * Everything happens in one transaction. So others see no part of it before its end, and after a damaged archive, a kill or an abort the store
 * is as empty as before. On SQLite other calls of the process wait meanwhile, and are `unavailable` after 30 seconds. The archive cannot come from
 * a calendar on the same connection, because its reads would wait for this transaction.
 * @param store the store, whose tables exist
 * @param archive the text of the archive, in pieces of any length, or its lines
 * @returns how many records are restored
 * @throws refused the archive is cut, changed or of another version; or the store has records, or got some from another program meanwhile
 * @throws unavailable the engine is down, or reports a conflict
 * @throws TypeError the store implements another version of the contract, or an option is not valid
 * @example
 * const source = createCalendar({ store: memoryStore() })
 * await restoreArchive(memoryStore(), writeArchive(source))
 */
export async function restoreArchive(
  store: CalendarStore,
  archive: AsyncIterable<string> | Iterable<string>,
  options: RestoreArchiveOptions = {},
): Promise<RestoredRecords> {
  requireContract(store)
  requireKnownOptions('restoreArchive', options, { sections: true, onProgress: true, signal: true })
  const { sections = [] } = options
  requireSections('restoreArchive', sections)
  if (options.onProgress !== undefined) requireFunction('onProgress', options.onProgress)
  if (options.signal !== undefined) requireSignal(options.signal)
  await requireEmptySections(sections)
  let hasBegun = false
  const later: (() => Promise<void>)[] = []
  const restored = await guardStore(store).transaction(async (tx) => {
    // The store repeats a transaction after a conflict, but the lines can be read only once.
    if (hasBegun) throw new CalendarError('unavailable', {}, { message: 'Another transaction was in conflict: restore the archive again.' })
    hasBegun = true
    return restoreAll(tx, archive, options, (rows) => saveRows(sections, rows, tx.engineTransaction, later))
  })
  for (const save of later) await save()
  return restored
}

async function restoreAll(
  tx: CalendarStore,
  archive: AsyncIterable<string> | Iterable<string>,
  { onProgress, signal }: RestoreArchiveOptions,
  save: (rows: readonly SectionRow[]) => Promise<void>,
): Promise<RestoredRecords> {
  await requireEmpty(tx)
  const restored = { terms: 0, venues: 0, organizers: 0, events: 0, rows: 0 }
  let hasEnded = false
  let [firstChange, last]: (LoggedChange | undefined)[] = []
  for await (const lines of withoutHashes(archive, requireHeader)) {
    if (signal?.aborted) throw signal.reason
    const content: Content = { terms: [], venues: [], organizers: [], events: [], changes: [], aliases: [], rows: [] }
    for (const line of lines) {
      if (hasEnded) throw cutArchive()
      hasEnded = readLine(line, content)
    }
    const { rows, aliases, ...records } = content
    await tx.restore({ ...records, events: await withInherited(tx, content.events) })
    await restoreAliases(tx, aliases)
    await save(rows)
    for (const name of names) restored[name] += content[name].length
    for (const change of content.changes) {
      if (last !== undefined && change.seq !== last.seq + 1)
        throw refusedArchive('The rows of the log are not in their order, or some are missing.')
      last = change
    }
    firstChange ??= content.changes[0]
    onProgress?.({ ...restored })
  }
  if (!hasEnded) throw cutArchive()
  const first = firstChange ?? { ...indexedEntry('event', systemClock.nowMs()), seq: firstNumber }
  if (first !== firstChange) await tx.restore({ changes: [first] })
  await requireAlone(tx, first)
  return restored
}

/**
 * The number of the first row of the new log, where the archive has none. Copies of the empty store have its beginning as their place: without a
 * row 1 they begin anew, and find the restored records.
 */
const firstNumber = 2

/** The content of some lines. */
type Content = { readonly [Name in keyof RestoredContent]-?: NonNullable<RestoredContent[Name]>[number][] } & {
  readonly aliases: RestoredAlias[]
  readonly rows: SectionRow[]
}

const names = ['terms', 'venues', 'organizers', 'events', 'rows'] as const

/** An alias of a record in one of the collections. */
interface RestoredAlias extends Alias {
  readonly collection: (typeof collections)[number]
}

const collections = ['terms', 'venues', 'organizers', 'events'] as const

/** Adds the aliases of some lines, which follow the lines of their records. */
async function restoreAliases(tx: CalendarStore, aliases: readonly RestoredAlias[]): Promise<void> {
  for (const name of collections) {
    const own = aliases.filter(({ collection }) => collection === name)
    if (own.length > 0) await tx[name].addAliases(own.map(({ collection: _, ...alias }) => alias))
  }
}

/** The values of plain fields that an archive of an earlier version lacks. */
const eventDefaults = defaultsOf(eventFields)

/** The value of a line under its name; the hash says that `writeArchive` has written its other members. */
type Line = Partial<{
  readonly term: TermRecord
  readonly venue: VenueRecord
  readonly organizer: OrganizerRecord
  readonly event: EventRecord
  readonly alias: RestoredAlias
  readonly change: LoggedChange
  readonly row: SectionRow
  readonly end: boolean
}>

/**
 * Adds the record or row of a line.
 * @returns whether it is the line of the end
 * @throws refused the line is none that `writeArchive` writes
 */
function readLine(text: string, { terms, venues, organizers, events, changes, aliases, rows }: Content): boolean {
  const { term, venue, organizer, event, alias, change, row, end }: Line = parseLine(text)
  const records = [term, venue, organizer, event].flatMap((one) => (one ? [one.id, one.version] : []))
  const numbers = alias !== undefined ? [alias.id] : change !== undefined ? [change.seq] : records
  const isRow = typeof row?.of === 'string'
  if (!(end === true || isRow || numbers.length > 0) || !numbers.every((number) => Number.isSafeInteger(number) && number > 0))
    throw refusedArchive('The archive has a line that is no record, or whose record has no valid number.')
  if (term !== undefined) terms.push(term)
  else if (venue !== undefined) venues.push(venue)
  else if (organizer !== undefined) organizers.push(organizer)
  else if (event !== undefined) events.push({ ...eventDefaults, ...event })
  else if (alias !== undefined) aliases.push(alias)
  else if (change !== undefined) changes.push(change)
  else if (isRow) rows.push(row)
  return end === true
}

/** Events with the members that occurrences read from their series, which is restored before them, maybe by the same part. */
async function withInherited({ events }: CalendarStore, part: readonly EventRecord[]): Promise<readonly EventRecord[]> {
  const series = new Map(part.filter(({ role }) => role === 'series').map((event) => [event.id, event]))
  const missing = new Set(part.map(({ seriesId }) => seriesId).filter((id) => id !== 0 && !series.has(id)))
  for (const event of missing.size === 0 ? [] : await events.getMany([...missing])) series.set(event.id, event)
  return part.map((event) => {
    if (event.seriesId === 0) return event
    const its = series.get(event.seriesId)
    if (its === undefined) throw refusedArchive(`The archive does not have the series of the event ${event.id}.`)
    return inheritFrom(its, event)
  })
}

const firstById = { filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 1 } as const

/** @throws refused the store has records, or rows of the log of deleted ones */
async function requireEmpty(tx: CalendarStore): Promise<void> {
  const { mark } = await tx.revision(0)
  const { terms, venues, organizers, events } = tx
  const found = await Promise.all([terms.find(firstById), venues.find(firstById), organizers.find(firstById), events.find(firstById)])
  if (found.flat().length > 0 || mark.seq > 0 || mark.unnumbered !== undefined)
    throw refusedArchive('The store has records, or had some: restore the archive into a new one.')
}

/** @throws refused the log has other rows: another program has written since the restoration began */
async function requireAlone(tx: CalendarStore, { seq }: LoggedChange): Promise<void> {
  const { mark } = await tx.revision(0)
  // Some stores, whose transactions run one after the other, do not show the rows of a transaction before its end.
  const [first] = await tx.log.read({ after: 0, limit: 1 })
  if (mark.unnumbered !== undefined || (first !== undefined && first.seq !== seq))
    throw refusedArchive('Another program has written to the store: let nothing write to it during the restoration.')
}
