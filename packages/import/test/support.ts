import { type Calendar, type CalendarOptions, createCalendar } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { type ImportSource, type ReadIcalendarOptions, readIcalendar } from '../src/icalendar.ts'
import type { ImportedEvent, ImportItem } from '../src/index.ts'

/** Wednesday, 4 March 2026. */
export const clock = fixedClock('2026-03-04T12:00:00Z')

/** All items of a source. */
export async function readAll(source: ImportSource, options: ReadIcalendarOptions = {}): Promise<readonly ImportItem[]> {
  const items: ImportItem[] = []
  for await (const item of readIcalendar(source, { clock, ...options })) items.push(item)
  return items
}

/** An empty calendar in Berlin. */
export const openCalendar = (options: Partial<CalendarOptions> = {}): Calendar =>
  createCalendar({ store: memoryStore(), clock, timeZone: 'Europe/Berlin', ...options })

/** Creates the events that were read. */
export async function createAll({ events }: Calendar, items: readonly ImportItem[]): Promise<void> {
  for (const item of items) {
    if (item.kind !== 'event') continue
    const { uid: _, ...input } = item.input
    const { id } = await events.create(input)
    for (const { date, scope, change } of item.exceptions ?? []) {
      if (change === 'trash') throw new Error('No file has dates in the trash.')
      const day = date.slice(0, 10)
      const found = await events.list({ seriesIds: id, startsFrom: `${Number(day.slice(0, 4)) - 1}-01-01`, perPage: 100, status: 'any' })
      const occurrence = found.items.find(({ recurrence }) => recurrence?.id.startsWith(date))
      if (occurrence === undefined) throw new Error(`The series has no date ${date}.`)
      await events.update(occurrence.id, change, { scope: scope ?? 'this' })
    }
  }
}

/** The parts of a text or of octets, of a size. */
export async function* inParts(whole: string | Uint8Array, size: number): AsyncGenerator<string | Uint8Array> {
  for (let at = 0; at < whole.length; at += size) yield whole.slice(at, at + size)
}

/** An item in one line. */
export function toRow(item: ImportItem): string {
  if (item.kind === 'end') return `end: ${item.complete ? 'complete' : item.reason?.code}`
  if (item.kind === 'unreadable') return `unreadable ${item.key}: ${item.code}`
  return item.kind === 'event' ? toEventRow(item) : item.kind
}

function toEventRow({ key, input, exceptions = [], warnings }: ImportedEvent): string {
  const { title, startDate, endDate, timeZone, allDay, recurrence } = input
  const { rule = '', dates = [], except = [] } = typeof recurrence === 'object' && recurrence !== null ? recurrence : {}
  return [
    `${key} ${title} ${String(startDate)} / ${String(endDate)}`,
    ...(allDay === true ? ['all day'] : []),
    ...[timeZone ?? '', rule],
    ...dates.map((date) => `+${String(date)}`),
    ...except.map((date) => `-${String(date)}`),
    ...exceptions.map(({ date, scope, change }) => `[${scope === 'following' ? 'following ' : ''}${date} ${JSON.stringify(change)}]`),
    ...(warnings.length === 0 ? [] : [`(${warnings.map(({ code }) => code).join(', ')})`]),
  ]
    .filter((part) => part !== '')
    .join(' ')
}
