import { type Calendar, type CalendarError, type Event, isCalendarError } from '@kalends/core'
import { digest } from '../digest.ts'
import { exceptionName } from '../identity/entry.ts'
import type { ImportedException, ImportWarning } from '../item.ts'
import type { MemberDigests } from '../records/import-store.ts'

/** The exceptions of a series after a write. */
export interface WrittenExceptions {
  /** The digest of each, and the members that it has set; for `following` the id of the series that it began. */
  readonly digests: MemberDigests
  /** Exceptions that could not be applied. */
  readonly warnings: readonly ImportWarning[]
}

/** The exceptions among the digests of members. */
export const exceptionsOf = (members: MemberDigests): MemberDigests =>
  Object.fromEntries(Object.entries(members).filter(([name]) => name.startsWith('@')))

/** The ids of the series that `following` has split off. */
export const partsOf = (members: MemberDigests): readonly number[] =>
  Object.entries(members).flatMap(([name, [, part]]) => (name.startsWith('@following ') && part !== '' ? [Number(part)] : []))

/** Applies the exceptions of a series that are new or changed, and takes back those that the source has no longer. */
export async function writeExceptions(
  tx: Calendar,
  seriesId: number,
  exceptions: readonly ImportedException[],
  known: MemberDigests,
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
    if (scope === 'this' && occurrence !== undefined) await takeBack(tx, occurrence, (known[name]?.[1] ?? '').split(','))
  }
  for (const [name, exception] of news) {
    const occurrence = dates.get(toKey(exception.date))
    try {
      if (occurrence === undefined) {
        warnings.push({ code: 'no_such_date', message: `The series has no date ${exception.date}: its exception is left out.` })
        continue
      }
      digests[name] = [digest(exception), await apply(tx, occurrence, exception, known[name]?.[1] ?? '')]
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

/**
 * @param before what the last import has returned; empty for a new exception
 * @returns the names of the members that differ because of it, `trash` for a date in the trash, or the id of the series that begins here
 */
async function apply(tx: Calendar, occurrence: Event, { change, scope }: ImportedException, before: string): Promise<string> {
  if (scope !== 'following') {
    if (change === 'trash' && occurrence.status === 'trash') return before
    // What the exception no longer changes would otherwise stay.
    const ofOthers = (await takeBack(tx, occurrence, before.split(','))).recurrence?.overridden ?? []
    if (change === 'trash') {
      await tx.events.trash(occurrence.id)
      return 'trash'
    }
    const { recurrence } = await tx.events.update(occurrence.id, change)
    return (recurrence?.overridden ?? []).filter((name) => !ofOthers.includes(name)).join(',')
  }
  if (change === 'trash') {
    await tx.events.trash(occurrence.id, { scope })
    return ''
  }
  if (before !== '') {
    await tx.events.update(Number(before), change)
    return before
  }
  const { recurrence } = await tx.events.update(occurrence.id, change, { scope })
  return String(recurrence?.seriesId ?? '')
}

/**
 * Gives a date the values of its series again, without those that somebody else has set. A date that somebody else has put into the trash
 * stays as it is.
 * @param names what the last import has returned
 */
async function takeBack(tx: Calendar, occurrence: Event, names: readonly string[]): Promise<Event> {
  const isInTrash = occurrence.status === 'trash'
  if (isInTrash && !names.includes('trash')) return occurrence
  const event = isInTrash ? await tx.events.restore(occurrence.id) : occurrence
  const all = event.recurrence?.overridden ?? []
  const overridden = all.filter((name) => !names.includes(name))
  return overridden.length < all.length ? tx.events.update(event.id, { recurrence: { overridden } }) : event
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
