import type { EventInput, OrganizerInput, VenueInput } from '@kalends/core'
import { isUrl, limits } from '@kalends/core/internal'
import type { ImportWarning } from '../item.ts'
import { readEmail, readWebAddress } from '../values/addresses.ts'
import { fromDisplayText } from '../values/display-text.ts'
import { isMembers, type Members, readPoint } from '../values/members.ts'
import { limitedLine, limitedName, toText } from '../values/texts.ts'
import { type NodeReader, toShortName } from './nodes.ts'

/** What nodes are read with. */
export interface NodeContext {
  /** Finds the nodes to which others refer. */
  readonly reader: NodeReader
  /** The address of the page; undefined if it is not known. */
  readonly base: string | undefined
  /** Receives what was left out. */
  readonly warnings: ImportWarning[]
}

/** A name of a node, which many pages encode as display text. */
export const nameOf = (value: unknown, name: string, warnings: ImportWarning[]): string =>
  limitedName(fromDisplayText(toText(value)), name, warnings)

const lineOf = (node: Members, name: string, { reader, warnings }: NodeContext): string =>
  limitedLine(fromDisplayText(reader.text(node, name)), name, warnings)

/** Reads the places of an event, and where people attend online. */
export function readPlaces(node: Members, context: NodeContext): Pick<EventInput, 'venues' | 'onlineUrl' | 'attendance'> {
  const { reader, warnings, base } = context
  const venues: VenueInput[] = []
  let onlineUrl = ''
  // Thousands of parts may have the places of one festival.
  for (const location of reader.values(node, 'location').slice(0, limits.list)) {
    const text = toText(location)
    if (isMembers(location) && reader.types(location).includes('VirtualLocation')) {
      onlineUrl ||= readWebAddress(reader.text(location, 'url'), 'location', warnings, base)
    } else if (isUrl(text)) onlineUrl ||= text
    else {
      const venue = isMembers(location) ? readVenue(location, context) : { name: nameOf(text, 'location', warnings) }
      if (venue.name !== '') venues.push(venue)
    }
  }
  const mode = toShortName(reader.text(node, 'eventAttendanceMode'))
  return { venues, onlineUrl, attendance: attendances.get(mode) ?? (onlineUrl === '' ? 'offline' : venues.length > 0 ? 'mixed' : 'online') }
}

const attendances: ReadonlyMap<string, NonNullable<EventInput['attendance']>> = new Map([
  ['OfflineEventAttendanceMode', 'offline'],
  ['OnlineEventAttendanceMode', 'online'],
  ['MixedEventAttendanceMode', 'mixed'],
])

/** Reads a place, or an address that stands for one. A place without a name is named by its street, else by its town. */
function readVenue(place: Members, context: NodeContext): VenueInput {
  const { reader, warnings, base } = context
  const [inner] = reader.types(place).includes('PostalAddress') ? [place] : reader.nodes(place, 'address')
  const address = inner ?? {}
  const text = inner === undefined ? lineOf(place, 'address', context) : lineOf(address, 'streetAddress', context)
  const [city, country] = [lineOf(address, 'addressLocality', context), readCountry(address, context)]
  const names = [reader.text(place, 'name'), text, city].map((name) => nameOf(name, 'location', warnings))
  const [geo] = reader.nodes(place, 'geo')
  const point = geo ?? place
  return {
    name: names.find((name) => name !== '') ?? '',
    ...{ address: text, city, country, zip: lineOf(address, 'postalCode', context) },
    stateProvince: lineOf(address, 'addressRegion', context),
    phone: lineOf(place, 'telephone', context),
    website: readWebAddress(reader.text(place, 'url') || reader.text(place, 'sameAs'), 'url', warnings, base),
    ...readPoint(reader.text(point, 'latitude'), reader.text(point, 'longitude'), warnings),
  }
}

/** A country is a text, or a node with a name. */
function readCountry(address: Members, context: NodeContext): string {
  const [country] = context.reader.nodes(address, 'addressCountry')
  return country === undefined ? lineOf(address, 'addressCountry', context) : lineOf(country, 'name', context)
}

/** Reads people and organizations: nodes, or their names. */
export function readOrganizers(node: Members, name: string, context: NodeContext): readonly OrganizerInput[] {
  const { reader, warnings, base } = context
  const found = new Map<string, OrganizerInput>()
  for (const value of reader.values(node, name).slice(0, limits.list)) {
    const who: Members = isMembers(value) ? value : { name: value }
    const title = nameOf(reader.text(who, 'name'), name, warnings)
    if (title === '') continue
    const [email, phone] = [readEmail(reader.text(who, 'email'), warnings), lineOf(who, 'telephone', context)]
    const website = readWebAddress(reader.text(who, 'url') || reader.text(who, 'sameAs'), 'url', warnings, base)
    found.set(title, { name: title, phone, website, email })
  }
  return [...found.values()]
}
