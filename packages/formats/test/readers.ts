import ICAL from 'ical.js'
import nodeIcal from 'node-ical'

/** One date of an event as a reader of iCalendar understands it: its days when it is all-day, else its instants. */
export type ReadDate = readonly [title: string, start: string, end: string]

const texts = (title: string, start: number | string, end: number | string): ReadDate => [title, String(start), String(end)]

/** All dates that begin before an instant, sorted. */
export type Reader = (text: string, untilMs: number) => readonly ReadDate[]

const isBefore = (time: ICAL.Time, untilMs: number): boolean => time.toUnixTime() * 1_000 < untilMs

function toDate(title: string, start: ICAL.Time, end: ICAL.Time): ReadDate {
  if (start.isDate) return texts(title, start.toString(), end.toString())
  return texts(title, start.toUnixTime() * 1_000, end.toUnixTime() * 1_000)
}

/** Reads as Thunderbird does, with the VTIMEZONE of the text. */
export const icalJs: Reader = (text, untilMs) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent')
  const isOverride = (event: ICAL.Component): boolean => event.hasProperty('recurrence-id')
  const found = events
    .filter((event) => !isOverride(event))
    .flatMap((component) => {
      const uid = component.getFirstPropertyValue('uid')
      const exceptions = events.filter((one) => isOverride(one) && one.getFirstPropertyValue('uid') === uid)
      const event = new ICAL.Event(component, { exceptions })
      if (!event.isRecurring()) return [toDate(event.summary, event.startDate, event.endDate)]
      const dates: ReadDate[] = []
      const iterator = event.iterator()
      // An override may have moved to an earlier day.
      for (let next = iterator.next(); next && isBefore(next, untilMs + 40 * 86_400_000); next = iterator.next()) {
        const { item, startDate, endDate } = event.getOccurrenceDetails(next)
        if (isBefore(startDate, untilMs)) dates.push(toDate(item.summary, startDate, endDate))
      }
      return dates
    })
  return found
    .map(String)
    .sort()
    .map((one) => one.split(',') as unknown as ReadDate)
}

/** Reads with the time zone data of the runtime. It reads events that do not repeat, and each date that is written out. */
export function nodeIcalSingles(text: string): readonly ReadDate[] {
  const dates = Object.values(nodeIcal.sync.parseICS(text)).flatMap((one) => {
    if (one?.type !== 'VEVENT') return []
    return [one, ...Object.values(one.recurrences ?? {})].flatMap((event) => {
      if (!('summary' in event) || ('rrule' in event && event['rrule'])) return []
      const { summary, start, end, datetype } = event as typeof one
      const title = typeof summary === 'string' ? summary : summary.val
      return [datetype === 'date' ? texts(title, toDay(start), toDay(end)) : texts(title, start.getTime(), (end ?? start).getTime())]
    })
  })
  return [...new Set(dates.map(String))].sort().map((one) => one.split(',') as unknown as ReadDate)
}

const toDay = (date: Date | undefined): string =>
  date === undefined ? '' : [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
