import type { Event, Organizer, Venue } from '@kalends/core'
import { type FormatContext, linesFromHtml, updatedMsOf } from '@kalends/core/format'
import { toShown } from '../addresses.ts'
import { toFieldText } from '../field-value.ts'
import { joinFilled, placesOf, toPlace } from '../place.ts'
import { toLine, toOneLine, toParameter, toText, toUri } from './lines.ts'
import { toUtc } from './times.ts'

/** The options that concern single events. */
export interface EventOptions {
  /**
   * How a cancelled event appears:
   * - `status`: with the status CANCELLED; some programs do not show such an event;
   * - `title`: as confirmed, with a note before its title, so that all programs show it;
   * - `omit`: not at all.
   * @default 'status'
   */
  readonly cancelled?: 'status' | 'title' | 'omit' | undefined
  /** The note before the title of a cancelled event. @default 'Cancelled: ' */
  readonly cancelledNote?: string | undefined
  /** The color of an event: a name of CSS3 such as `teal`. It depends on the event alone. @default none */
  readonly color?: ((event: Event) => string | undefined) | undefined
  /**
   * Whether an event makes the people who subscribe to it busy (TRANSP:OPAQUE). Of a public calendar they attend some events.
   * @default false
   */
  readonly busy?: boolean | undefined
  /**
   * How the organizers appear: all as CONTACT, or the first one with an e-mail address as ORGANIZER. To that address some programs send an
   * e-mail when a subscriber moves, deletes or answers the event.
   * @default 'contact'
   */
  readonly organizer?: 'contact' | 'organizer' | undefined
  /**
   * The vendor in the names of declared fields: with `KALENDS`, `dressCode` is `X-KALENDS-DRESS-CODE`. Letters, digits and hyphens.
   * @default 'KALENDS'
   */
  readonly fieldPrefix?: string | undefined
}

/** The parts of a VEVENT that depend on more than the event. */
export interface EventParts {
  /** The uid. */
  readonly uid: string
  /** The lines of its times. */
  readonly times: string
}

/** Writes a VEVENT. The order of its properties is fixed, so that equal events have equal bytes. */
export function toEventLines(event: Event, { uid, times }: EventParts, context: FormatContext, options: EventOptions): string {
  const changed = toUtc(updatedMsOf(event))
  const page = toUri(context.pageUrl(event))
  const image = toUri(context.imageUrl(event))
  const color = options.color?.(event) ?? ''
  return [
    'BEGIN:VEVENT\r\n',
    toLine('UID', toText(uid)),
    `DTSTAMP:${changed}\r\nLAST-MODIFIED:${changed}\r\nSEQUENCE:${event.version - 1}\r\nCREATED:${toUtc(event.publishedMs)}\r\n`,
    times,
    toLine('SUMMARY', toOneLine(toTitle(event, options))),
    optionalLine('DESCRIPTION', toText(joinFilled([linesFromHtml(event.description, toShown(page || context.selfUrl)), page], '\n\n'))),
    optionalLine('LOCATION', toText(placesOf(event).map(toPlace).join('; '))),
    geoLine(placesOf(event)),
    optionalLine('URL', page),
    optionalLine('CATEGORIES', toList([...event.categories, ...event.tags])),
    organizerLines(event.organizers, options),
    `STATUS:${statusOf(event, options)}\r\nTRANSP:${options.busy === true ? 'OPAQUE' : 'TRANSPARENT'}\r\n`,
    event.eventStatus === 'scheduled' ? '' : optionalLine('COMMENT', toText(event.eventStatusReason)),
    /^https?:/.test(image) ? toLine('IMAGE;VALUE=URI;DISPLAY=BADGE', image) : '',
    optionalLine('CONFERENCE;VALUE=URI', toUri(event.onlineUrl)),
    /^[a-z]+$/i.test(color) ? toLine('COLOR', color) : '',
    ...fieldLines(event, options),
    'END:VEVENT\r\n',
  ].join('')
}

const isCancelled = ({ eventStatus }: Event): boolean => eventStatus === 'cancelled'

/** Whether an event is left out. */
export const isOmitted = (event: Event, { cancelled }: EventOptions): boolean => cancelled === 'omit' && isCancelled(event)

const toTitle = (event: Event, { cancelled, cancelledNote = 'Cancelled: ' }: EventOptions): string =>
  cancelled === 'title' && isCancelled(event) ? `${cancelledNote}${event.title}` : event.title

function statusOf(event: Event, { cancelled }: EventOptions): string {
  if (isCancelled(event) && cancelled !== 'title') return 'CANCELLED'
  return event.eventStatus === 'postponed' ? 'TENTATIVE' : 'CONFIRMED'
}

const optionalLine = (name: string, value: string): string => (value === '' ? '' : toLine(name, value))

/** The declared fields: an X-property has one name in any letter case, so capitals become a hyphen and the letter. */
const fieldLines = ({ fields }: Event, { fieldPrefix = 'KALENDS' }: EventOptions): readonly string[] =>
  Object.entries(fields).map(([name, value]) =>
    toLine(`X-${fieldPrefix}-${name.replace(/[A-Z]/g, '-$&')}`.toUpperCase(), toText(toFieldText(value))),
  )

/** A value of several names: without empty ones, and each name once. */
const toList = (terms: readonly { readonly name: string }[]): string =>
  joinFilled([...new Set(terms.map(({ name }) => toOneLine(name)))], ',')

/** GEO has one point: an event with several points has no GEO. */
function geoLine(venues: readonly Venue[]): string {
  const [point, ...others] = venues.flatMap(({ geoLat, geoLng }) =>
    geoLat === null || geoLng === null ? [] : [`${toDecimal(geoLat)};${toDecimal(geoLng)}`],
  )
  return point === undefined || others.length > 0 ? '' : toLine('GEO', point)
}

/** Degrees with six digits, about 0.1 m, without an exponent. */
const toDecimal = (degrees: number): string => String(Math.round(degrees * 1e6) / 1e6)

/** A VEVENT has one ORGANIZER at most, which needs an e-mail address. */
function organizerLines(organizers: readonly Organizer[], { organizer }: EventOptions): string {
  const first = organizer === 'organizer' ? organizers.find(({ email }) => email !== '') : undefined
  const lines = organizers
    .filter((one) => one !== first)
    .map(({ name, phone, email }) => optionalLine('CONTACT', toText(joinFilled([name, phone, email], ', '))))
  if (first !== undefined) lines.push(toLine(`ORGANIZER;CN=${toParameter(first.name)}`, toUri(`mailto:${first.email}`)))
  return lines.join('')
}
