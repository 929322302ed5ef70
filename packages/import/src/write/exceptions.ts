import { type Calendar, type CalendarError, type Event, type EventInput, isCalendarError } from '@kalends/core'
import { digest } from '../digest.ts'
import { exceptionName, timeNames } from '../identity/entry.ts'
import type { ImportedException, ImportWarning } from '../item.ts'
import type { MemberDigests } from '../records/import-store.ts'
import { recordDigest } from './record-digests.ts'

/** The exceptions of a series after a write. */
export interface WrittenExceptions {
  /** The digest of each, and the members that it has set, with digests of their values; for `following` behind the id of the series that it began. */
  readonly digests: MemberDigests
  /** Exceptions that could not be applied. */
  readonly warnings: readonly ImportWarning[]
}

/** The exceptions among the digests of members. */
export const exceptionsOf = (members: MemberDigests): MemberDigests =>
  Object.fromEntries(Object.entries(members).filter(([name]) => name.startsWith('@')))

/** The ids of the series that `following` has split off. */
export const partsOf = (members: MemberDigests): readonly number[] =>
  Object.entries(members).flatMap(([name, [, part]]) => (name.startsWith('@following ') && part !== '' ? [Number.parseInt(part, 10)] : []))

/**
 * Applies the exceptions of a series that are new or changed, and takes back those that the source has no longer.
 * @param known what the last import has returned
 * @param keepsOthers whether members of dates stay that somebody else has changed
 */
export async function writeExceptions(
  tx: Calendar,
  seriesId: number,
  exceptions: readonly ImportedException[],
  known: MemberDigests,
  keepsOthers: boolean,
): Promise<WrittenExceptions> {
  const wanted = new Map(exceptions.map((exception) => [exceptionName(exception), exception]))
  const lost = Object.keys(known).filter((name) => !wanted.has(name))
  const news = [...wanted].filter(([name, exception]) => known[name]?.[0] !== digest(exception))
  const digests: Record<string, MemberDigests[string]> = Object.fromEntries(Object.entries(known).filter(([name]) => wanted.has(name)))
  if (lost.length + news.length === 0) return { digests, warnings: [] }
  const warnings: ImportWarning[] = []
  let dates = await readDates(tx, [seriesId, ...partsOf(known)])
  for (const name of lost) {
    const [scope, ...date] = name.slice(1).split(' ')
    const occurrence = dates.get(toKey(date.join(' ')))
    if (scope === 'this' && occurrence !== undefined) await takeBack(tx, occurrence, known[name]?.[1] ?? '', keepsOthers)
  }
  for (const [name, exception] of news) {
    const occurrence = dates.get(toKey(exception.date))
    try {
      if (occurrence === undefined) {
        warnings.push({ code: 'no_such_date', message: `The series has no date ${exception.date}: its exception is left out.` })
        continue
      }
      const applied = await apply(tx, occurrence, exception, { before: known[name]?.[1] ?? '', keepsOthers })
      digests[name] = [digest(exception), applied.written]
      if (applied.kept.length > 0) warnings.push(overridden(exception.date, applied.kept))
      if (exception.scope === 'following') dates = await readDates(tx, [seriesId, ...partsOf(digests)])
    } catch (error) {
      if (!isRefused(error)) throw error
      // The date may have lost the last change, which is new when it returns.
      if (known[name] !== undefined) digests[name] = ['', known[name][1]]
      warnings.push({ code: error.code, message: `The exception of ${exception.date} is left out: ${error.message}` })
    }
  }
  return { digests, warnings }
}

const isRefused = (error: unknown): error is CalendarError =>
  isCalendarError(error, 'invalid_input') || isCalendarError(error, 'forbidden') || isCalendarError(error, 'in_trash')

const overridden = (date: string, names: readonly string[]): ImportWarning => ({
  code: 'overridden',
  message: `Somebody else has changed ${names.join(', ')} of ${date}: the source's values are left out.`,
})

interface Before {
  /** What the last import has written; empty for a new exception. */
  readonly before: string
  readonly keepsOthers: boolean
}

interface Applied {
  /** The members that differ because of it, `trash` for a date in the trash, or the id of the series that begins here and its members. */
  readonly written: string
  /** The members that somebody else has changed, too: they stay. */
  readonly kept: readonly string[]
}

async function apply(tx: Calendar, occurrence: Event, { change, scope }: ImportedException, known: Before): Promise<Applied> {
  const { before, keepsOthers } = known
  if (scope === 'following') return applyFollowing(tx, occurrence, change, known)
  if (change === 'trash' && occurrence.status === 'trash') return { written: before, kept: [] }
  // What the exception no longer changes would otherwise stay.
  const ofOthers = (await takeBack(tx, occurrence, before, keepsOthers)).recurrence?.overridden ?? []
  if (change === 'trash') {
    await tx.events.trash(occurrence.id)
    return { written: 'trash', kept: [] }
  }
  const { kept, own } = splitChange(change, new Set(keepsOthers ? ofOthers.map(memberOf) : []))
  const event = await tx.events.update(occurrence.id, own)
  const names = (event.recurrence?.overridden ?? []).filter((name) => !ofOthers.includes(name))
  return { written: names.map((name) => `${name}:${digestOf(event, name)}`).join(','), kept }
}

/** Splits a series, or changes the part that was split off. */
async function applyFollowing(
  tx: Calendar,
  occurrence: Event,
  change: ImportedException['change'],
  { before, keepsOthers }: Before,
): Promise<Applied> {
  const scope = 'following'
  if (change === 'trash') {
    await tx.events.trash(occurrence.id, { scope })
    return { written: '', kept: [] }
  }
  const part = before === '' ? undefined : await tx.events.get(Number.parseInt(before, 10))
  const digests = new Map(readDigests(before))
  const foreign = [...digests].flatMap(([name, value]) => (part !== undefined && value !== digestOf(part, name) ? [name] : []))
  const { kept, own } = splitChange(change, new Set(keepsOthers ? foreign : []))
  const first = await (part === undefined ? tx.events.update(occurrence.id, own, { scope }) : tx.events.update(part.id, own))
  const series = part === undefined ? await tx.events.get(first.recurrence?.seriesId ?? first.id) : first
  for (const name of Object.keys(own).map(toMember)) digests.set(name, digestOf(series, name))
  return { written: [series.id, ...[...digests].map((pair) => pair.join(':'))].join(','), kept }
}

/** The member that stands for one of an input. */
const toMember = (name: string): string => (timeNames.has(name) ? 'times' : name)

/** Divides a change into the members that stay as somebody else has changed them, and the others. */
function splitChange(
  change: object,
  foreign: ReadonlySet<string>,
): { readonly kept: readonly string[]; readonly own: Partial<EventInput> } {
  const entries = Object.entries(change)
  const isForeign = (name: string): boolean => foreign.has(toMember(name))
  return {
    kept: Object.keys(change).filter(isForeign),
    own: Object.fromEntries(entries.filter(([name]) => !isForeign(name))),
  }
}

const digestOf = (event: Event, name: string): string => recordDigest({ ...event }, memberOf(name))

/** The digests by member of what an import has written: `title:…,times:…`. */
const readDigests = (written: string): ReadonlyMap<string, string> =>
  new Map(written.split(',').map((part) => [part.slice(0, part.indexOf(':')), part.slice(part.indexOf(':') + 1)]))

/** The member of an input for an overridden member. */
const memberOf = (name: string): string =>
  ({ venueIds: 'venues', organizerIds: 'organizers', categoryIds: 'categories', tagIds: 'tags' })[name] ?? name

/**
 * Gives a date the values of its series again, without those that somebody else has set. A date that somebody else has put into the trash
 * stays as it is.
 * @param before what the last import has written
 * @param keepsOthers whether members stay that somebody else has changed since then
 */
async function takeBack(tx: Calendar, occurrence: Event, before: string, keepsOthers: boolean): Promise<Event> {
  const written = readDigests(before)
  const isInTrash = occurrence.status === 'trash'
  if (isInTrash && before !== 'trash') return occurrence
  const event = isInTrash ? await tx.events.restore(occurrence.id) : occurrence
  const all = event.recurrence?.overridden ?? []
  const isOwn = (name: string): boolean => written.has(name) && (!keepsOthers || written.get(name) === digestOf(event, name))
  const others = all.filter((name) => !isOwn(name))
  return others.length < all.length ? tx.events.update(event.id, { recurrence: { overridden: others } }) : event
}

/** The dates of some series by their original start, those in the trash, too. */
async function readDates(tx: Calendar, seriesIds: readonly number[]): Promise<ReadonlyMap<string, Event>> {
  const dates = new Map<string, Event>()
  for await (const event of tx.events.each({
    seriesIds: [...new Set(seriesIds)].slice(0, 100),
    status: ['any', 'trash'],
    hidden: 'include',
  }))
    dates.set(event.recurrence?.id ?? '', event)
  return dates
}

/** A date of an exception as `recurrence.id` of an event has it. */
function toKey(date: string): string {
  const [day = '', time = '00:00'] = date.split(/[ T]/)
  return `${day} ${time.length === 5 ? `${time}:00` : time}`
}
