import ICAL from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'

/** A day such as `2026-05-31`, or seconds since 1970. */
export type ReadTime = string | number

/** One date of an event as a reader of iCalendar understands it. */
export interface ReadDate {
  readonly start: ReadTime
  readonly end: ReadTime
  readonly title: string
  readonly description: string
  readonly location: string
  readonly status: string
  readonly categories: readonly string[]
}

/** All dates that begin before an instant in seconds since 1970. */
export type Reader = (text: string, until: number) => readonly ReadDate[]

/** A date as a line that can be compared. */
export const toComparable = (date: ReadDate): string =>
  [date.start, date.end, date.title, date.description, date.location, date.status, date.categories.join('|')].map(String).join(' # ')

const textOf = (event: ICAL.Component, name: string): string => String(event.getFirstPropertyValue(name) ?? '')

const toTime = (time: ICAL.Time): ReadTime => (time.isDate ? time.toString() : time.toUnixTime())

const toDate = (event: ICAL.Component, start: ICAL.Time, end: ICAL.Time): ReadDate => ({
  start: toTime(start),
  end: toTime(end),
  title: textOf(event, 'summary'),
  description: textOf(event, 'description'),
  location: textOf(event, 'location'),
  status: textOf(event, 'status'),
  categories: event.getAllProperties('categories').flatMap((property) => property.getValues().map(String)),
})

/** An override may have moved to an earlier day. */
const marginSeconds = 40 * 86_400

/** Reads as Thunderbird does, with the VTIMEZONE of the text. */
export const icalJs: Reader = (text, until) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent')
  const isOverride = (event: ICAL.Component): boolean => event.hasProperty('recurrence-id')
  return events
    .filter((event) => !isOverride(event))
    .flatMap((component) => {
      const exceptions = events.filter((one) => isOverride(one) && textOf(one, 'uid') === textOf(component, 'uid'))
      const event = new ICAL.Event(component, { exceptions })
      if (!event.isRecurring()) return [toDate(component, event.startDate, event.endDate)]
      const dates: ReadDate[] = []
      const iterator = event.iterator()
      for (let next = iterator.next(); next && next.toUnixTime() < until + marginSeconds; next = iterator.next()) {
        const { item, startDate, endDate } = event.getOccurrenceDetails(next)
        if (startDate.toUnixTime() < until) dates.push(toDate(item.component, startDate, endDate))
      }
      return dates
    })
}

/** Reads with the time zone data of the runtime. */
export const nodeIcalReader: Reader = (text, until) =>
  Object.values(nodeIcal.sync.parseICS(text)).flatMap((event) => {
    if (event?.type !== 'VEVENT') return []
    if (event.rrule === undefined) return [toNodeDate(event, event.start, event.end ?? event.start)]
    const instances = nodeIcal.expandRecurringEvent(event, { from: new Date(0), to: new Date(until * 1_000 - 1) })
    return instances.map((instance) => toNodeDate(instance.event, instance.start, instance.end))
  })

const toNodeDate = (event: VEvent, start: Date, end: Date): ReadDate => {
  const isDate = event.datetype === 'date'
  return {
    start: isDate ? toDay(start) : start.getTime() / 1_000,
    end: isDate ? toDay(end) : end.getTime() / 1_000,
    title: textOfValue(event.summary),
    description: textOfValue(event.description),
    location: textOfValue(event.location),
    status: event.status ?? '',
    categories: event.categories ?? [],
  }
}

const textOfValue = (value: VEvent['description']): string => (typeof value === 'string' ? value : (value?.val ?? ''))

const toDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
