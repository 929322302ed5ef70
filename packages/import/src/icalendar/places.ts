import type { OrganizerInput, VenueInput } from '@kalends/core'
import { isUrl, limits, organizerShape, venueShape } from '@kalends/core/internal'
import type { ImportWarning } from '../item.ts'
import { shorten } from '../values/shorten.ts'
import type { Component } from './components.ts'
import { type Property, parameterOf, toLineText, toText, valueIn, wideSpace } from './property.ts'
import { firstOf } from './times.ts'

/** Where an event takes place. */
export interface Place {
  /** Undefined for none. */
  readonly venue: VenueInput | undefined
  /** The address at which people attend online; empty for none. */
  readonly onlineUrl: string
}

/** Whether a text of one line is a name that the API takes. Most have a letter or a digit; of the others, the schema of names decides. */
export const isName = (text: string): boolean => /[A-Za-z0-9]/.test(text) || (text !== '' && venueShape.name.safeParse(text).success)

const conferenceNames = ['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL']

/** Reads LOCATION with GEO or X-APPLE-STRUCTURED-LOCATION, and the addresses of video conferences. */
export function readPlace(event: Component, warnings: ImportWarning[]): Place {
  const location = toText(valueIn(event.properties, 'LOCATION'))
  const conference = event.properties.find(({ name, value }) => conferenceNames.includes(name) && isUrl(value.trim()))?.value.trim()
  // Programs for video conferences write their address as the location.
  if (isUrl(location)) return { venue: undefined, onlineUrl: conference ?? location }
  return { venue: readVenue(event, location, warnings), onlineUrl: conference ?? '' }
}

function readVenue(event: Component, location: string, warnings: ImportWarning[]): VenueInput | undefined {
  const apple = firstOf(event, 'X-APPLE-STRUCTURED-LOCATION')
  const [title, address] = ['X-TITLE', 'X-ADDRESS'].map((name) => toText((apple && parameterOf(apple, name)) ?? ''))
  const split = splitLocation(location)
  const name = shorten(toOneLine(title || split.name), limits.name, 'LOCATION', warnings)
  if (!isName(name)) return undefined
  const rest = shorten(toOneLine(address || split.address), limits.line, 'LOCATION', warnings)
  return { name, ...(rest !== '' && rest !== name && { address: rest }), ...readPoint(event, apple, warnings) }
}

/** A trimmed text in one line. */
const toOneLine = (text: string): string => (wideSpace.test(text) ? joinLines(text) : text)

const joinLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')
    .replace(/\s+/g, ' ')

/** The first line is the name. A longer text than a name can be is divided at its first comma. */
function splitLocation(location: string): { readonly name: string; readonly address: string } {
  const line = location.indexOf('\n')
  const end = line < 0 && location.length > limits.name ? location.indexOf(',') : line
  return end < 0 ? { name: location, address: '' } : { name: location.slice(0, end).trim(), address: location.slice(end + 1).trim() }
}

function readPoint(event: Component, apple: Property | undefined, warnings: ImportWarning[]): Pick<VenueInput, 'geoLat' | 'geoLng'> {
  const geo = valueIn(event.properties, 'GEO') || (apple?.value.replace(/^geo:/i, '') ?? '')
  if (geo.trim() === '') return {}
  const [, lat, lng] = /^\s*([+-]?\d{1,3}(?:\.\d{1,20})?)\s*[;,]\s*([+-]?\d{1,3}(?:\.\d{1,20})?)/.exec(geo) ?? []
  const [geoLat, geoLng] = [Number(lat), Number(lng)]
  if (Math.abs(geoLat) <= 90 && Math.abs(geoLng) <= 180) return { geoLat, geoLng }
  warnings.push({ code: 'not_a_point', message: 'GEO is not a point on Earth.' })
  return {}
}

/** The last address: most events of a file have the same one. */
let lastEmail = { text: '', isValid: false }

/** Whether a text is an address of mail that the API takes. */
function isEmail(text: string): boolean {
  if (text !== lastEmail.text) lastEmail = { text, isValid: organizerShape.email.safeParse(text).success }
  return lastEmail.isValid
}

/** Reads ORGANIZER and CONTACT. */
export function readOrganizers(event: Component, warnings: ImportWarning[]): readonly OrganizerInput[] {
  const found = new Map<string, OrganizerInput>()
  for (const property of event.properties) {
    const organizer =
      property.name === 'ORGANIZER' ? readOrganizer(property) : property.name === 'CONTACT' ? readContact(property.value) : undefined
    const name = shorten(organizer?.name ?? '', limits.name, property.name, warnings)
    if (organizer !== undefined && isName(name) && found.size < limits.list) found.set(name, { ...organizer, name })
  }
  return [...found.values()]
}

/** `ORGANIZER;CN=Choir:mailto:choir@club.example`: the colon of a name without quotation marks may stand before the address. */
function readOrganizer(property: Property): OrganizerInput {
  const at = property.value.search(/mailto:/i)
  const address = at < 0 ? '' : property.value.slice(at + 7).trim()
  const email = isEmail(address) ? address : ''
  return { name: toLineText(parameterOf(property, 'CN') ?? '') || email, ...(email !== '' && { email }) }
}

/** `CONTACT:Choir\, +49 30 123456\, choir@club.example`. */
function readContact(value: string): OrganizerInput {
  const parts = toLineText(value)
    .split(',')
    .map((part) => part.trim())
  const email = parts.find(isEmail)
  const phone = parts.find((part) => part.length <= 40 && /^\+?[\d(][\d ()/.-]{4,}$/.test(part))
  const name = parts.filter((part) => part !== email && part !== phone && part !== '').join(', ')
  return { name: name || (email ?? phone ?? ''), ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) }
}
