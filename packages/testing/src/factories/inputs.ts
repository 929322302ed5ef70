import type { Calendar, CalendarOf, EventInput, OrganizerInput, TermInput, VenueInput } from '@kalends/core'
import { utcLocal, utcMs } from './published.ts'

const hourMs = 3_600_000

/** The declared fields of a calendar. TypeScript infers those of the calendar whose `create` takes the input. */
type AnyFields = CalendarOf<Calendar>

/** The start of a string like `2026-05-31 19:30`: the day, and the time of day if there is one. Seconds and offsets follow. */
const dayAndTime = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?/

/**
 * Builds an input for `calendar.events.create`: an event with a title, one hour long in local time, or one day long if it is all-day.
 * @param given members to override
 * @param index makes titles differ, and days when none is given: 1 is 2026-06-01
 * @example
 * await calendar.events.create(buildEventInput({ startDate: '2031-05-31 19:30', venues: hall.id }))
 * const evenings = [buildEventInput<CalendarOf<typeof calendar>>({ fields: { level: 'pro' } })] // without the call, name the calendar
 */
export function buildEventInput<F extends AnyFields = AnyFields>(given: Partial<EventInput<F>> = {}, index = 1): EventInput<F> {
  const day = utcLocal(utcMs('2026-06-01T00:00:00') + (index - 1) * 24 * hourMs).slice(0, 10)
  const startDate = given.startDate ?? (given.allDay === true ? day : `${day} 10:00:00`)
  return { title: `Event ${index}`, startDate, endDate: given.allDay === true ? startDate : anHourAfter(startDate), ...given }
}

type Time = EventInput['startDate']

/** A value of `Temporal` gives a text without its zone in brackets: its offset may be another one then. Leaves invalid texts unchanged. */
function anHourAfter(startDate: Time): Time {
  if (startDate instanceof Date) return new Date(startDate.getTime() + hourMs)
  const text = typeof startDate === 'string' ? startDate : String(startDate).replace(/\[.*/, '')
  const [known, day, time = '00:00'] = dayAndTime.exec(text) ?? []
  if (known === undefined) return startDate
  return `${utcLocal(utcMs(`${day}T${time}:00`) + hourMs).slice(0, 16)}${text.slice(known.length)}`
}

/**
 * Builds an input for `calendar.venues.create`.
 * @param given members to override
 * @param index makes names differ
 */
export const buildVenueInput = <F extends AnyFields = AnyFields>(given: Partial<VenueInput<F>> = {}, index = 1): VenueInput<F> => ({
  name: `Venue ${index}`,
  ...given,
})

/**
 * Builds an input for `calendar.organizers.create`.
 * @param given members to override
 * @param index makes names differ
 */
export const buildOrganizerInput = <F extends AnyFields = AnyFields>(
  given: Partial<OrganizerInput<F>> = {},
  index = 1,
): OrganizerInput<F> => ({ name: `Organizer ${index}`, ...given })

/**
 * Builds an input for `calendar.categories.create` and `calendar.tags.create`.
 * @param given members to override
 * @param index makes names differ
 */
export const buildTermInput = <K extends AnyFields['tag'] = AnyFields['tag']>(
  given: Partial<TermInput<K>> = {},
  index = 1,
): TermInput<K> => ({ name: `Term ${index}`, ...given })
