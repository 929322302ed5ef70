import { addLocalDays, type Event, instantToLocal, localToUtcMs, utcMsToLocal, type ZoneName } from '@kalends/core'
import type { JsonObject, JsonValue } from '../json.ts'
import type { Presenter } from '../presenter.ts'

/** How an event is painted; any CSS color. */
export interface ItemColors {
  /** Its surface. */
  readonly color?: string | undefined
  /** What is written on it. */
  readonly textColor?: string | undefined
}

/** What an item takes from outside its event. */
export interface ItemContext {
  /** Addresses and pictures. */
  readonly presenter: Presenter
  /** The zone whose clocks times are told by; UTC without one. */
  readonly zone: ZoneName | undefined
  /** The page for people, where there is one. */
  pageUrl(event: Event): string | undefined
  /** How it is painted. */
  colors(event: Event): ItemColors | undefined
}

/** An event as components take it. */
export function toItem(event: Event, context: ItemContext): JsonObject {
  const url = context.pageUrl(event)
  return {
    id: String(event.id),
    title: event.title,
    ...toTimes(event, context.zone),
    ...(url !== undefined && { url }),
    ...toColors(context.colors(event)),
    extendedProps: toExtendedProps(event, context.presenter),
  }
}

/** Days for whole days, of which the last is not counted any more; else instants. */
function toTimes({ allDay, startDate, endDate, startMs, endMs }: Event, zone: ZoneName | undefined): JsonObject {
  if (allDay) return { start: startDate.slice(0, 10), end: addLocalDays(endDate.slice(0, 10), 1), allDay }
  return { start: toInstant(startMs, zone), end: toInstant(endMs, zone), allDay }
}

/** Such as `2031-05-31T19:30:00+02:00`: right for components that know zones, and for those that only read the clock in it. */
function toInstant(ms: number, zone: ZoneName | undefined): string {
  const local = zone === undefined ? utcMsToLocal(ms) : instantToLocal(ms, zone)
  const offsetMs = localToUtcMs(local) - ms
  // Long ago clocks differed by seconds, which no offset can say.
  if (offsetMs % 60_000 !== 0) return `${utcMsToLocal(ms)}Z`
  return offsetMs === 0 ? `${local}Z` : `${local}${offsetMs < 0 ? '-' : '+'}${utcMsToLocal(Math.abs(offsetMs)).slice(11, 16)}`
}

/** The newest major version of FullCalendar says `contrastColor` for what others call `textColor`. */
const toColors = (colors: ItemColors | undefined): JsonObject => ({
  ...(colors?.color !== undefined && { color: colors.color }),
  ...(colors?.textColor !== undefined && { textColor: colors.textColor, contrastColor: colors.textColor }),
})

/** What pages want to know beside: by the names of the wire, without the long texts. */
const toExtendedProps = (event: Event, { restUrl, image }: Presenter): JsonObject => ({
  rest_url: restUrl(`/events/${event.id}`),
  status: event.status,
  slug: event.slug,
  start_date: event.startDate,
  end_date: event.endDate,
  timezone: event.timeZone,
  cost: event.cost.text,
  featured: event.featured,
  sticky: event.sticky,
  image: image(event.image),
  categories: event.categories.map(toNamed),
  tags: event.tags.map(toNamed),
  venue: event.venues.map(({ id, name, city }): JsonValue => ({ id, venue: name, city })),
  organizer: event.organizers.map(({ id, name }): JsonValue => ({ id, organizer: name })),
})

const toNamed = ({ id, name, slug }: Event['categories'][number]): JsonValue => ({ id, name, slug })
