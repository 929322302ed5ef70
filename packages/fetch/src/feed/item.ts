import { addLocalDays, type Event, instantToLocal, localToUtcMs, utcMsToLocal, type ZoneName } from '@kalends/core'
import type { JsonObject, JsonValue } from '../json.ts'
import type { Presenter } from '../wire/presenter.ts'

/** The colors of an event; any CSS color. */
export interface ItemColors {
  /** Background color. */
  readonly color?: string | undefined
  /** Text color. */
  readonly textColor?: string | undefined
}

/** Data of an item that comes from outside its event. */
export interface ItemContext {
  /** Builds URLs and images. */
  readonly presenter: Presenter
  /** The time zone of the item's times; UTC without one. */
  readonly zone: ZoneName | undefined
  /** The web page of the event, if there is one. */
  pageUrl(event: Event): string | undefined
  /** The colors of the event. */
  colors(event: Event): ItemColors | undefined
}

/** Converts an event to the item format of calendar components. */
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

/** Dates for all-day events, with an exclusive end; otherwise instants. */
function toTimes({ allDay, startDate, endDate, startMs, endMs }: Event, zone: ZoneName | undefined): JsonObject {
  if (allDay) return { start: startDate.slice(0, 10), end: addLocalDays(endDate.slice(0, 10), 1), allDay }
  return { start: toInstant(startMs, zone), end: toInstant(endMs, zone), allDay }
}

/**
 * Formats an instant such as `2031-05-31T19:30:00+02:00`: correct for components that know time zones, and for those that read only the
 * clock time in it.
 */
function toInstant(ms: number, zone: ZoneName | undefined): string {
  const local = zone === undefined ? utcMsToLocal(ms) : instantToLocal(ms, zone)
  const offsetMs = localToUtcMs(local) - ms
  // Historical offsets include seconds, which the format cannot express.
  if (offsetMs % 60_000 !== 0) return `${utcMsToLocal(ms)}Z`
  return offsetMs === 0 ? `${local}Z` : `${local}${offsetMs < 0 ? '-' : '+'}${utcMsToLocal(Math.abs(offsetMs)).slice(11, 16)}`
}

/** The newest major version of FullCalendar uses `contrastColor` for what other components call `textColor`. */
const toColors = (colors: ItemColors | undefined): JsonObject => ({
  ...(colors?.color !== undefined && { color: colors.color }),
  ...(colors?.textColor !== undefined && { textColor: colors.textColor, contrastColor: colors.textColor }),
})

/** More data for web pages, by the names of the wire, without the long texts. */
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
