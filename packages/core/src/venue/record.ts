import type { Issues } from '../input/read.ts'
import { type Composed, composeCommon } from '../record/composition.ts'
import type { Operation } from '../record/context.ts'
import type { StoredPoint, VenueRecord } from '../store/records.ts'
import { foldKey, searchText } from '../text/fold.ts'
import { toPoint } from './geo.ts'
import type { VenueFields } from './schema.ts'

const lines = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website'] as const

type Lines = Pick<VenueRecord, (typeof lines)[number]>

/** Composes a venue: the given value, else the stored one, else empty. */
export function composeVenue(
  op: Pick<Operation, 'timeZone' | 'nowMs' | 'viewer'>,
  fields: Partial<VenueFields>,
  before: VenueRecord | undefined,
  issues: Issues,
): Composed<VenueRecord> {
  const common = composeCommon(op, fields, before)
  const name = fields.name ?? before?.name ?? ''
  const texts = composeLines(fields, before)
  const stateProvince = composeStateProvince(fields.stateProvince, texts, before)
  return {
    ...common,
    name,
    nameKey: foldKey(name),
    ...texts,
    stateProvince,
    showMap: fields.showMap ?? before?.showMap ?? true,
    showMapLink: fields.showMapLink ?? before?.showMapLink ?? true,
    point: composePoint(fields, before?.point ?? null, issues),
    searchText: venueSearchText({ ...common, ...texts, name, stateProvince }),
  }
}

function composeLines(fields: Partial<VenueFields>, before: VenueRecord | undefined): Lines {
  const line = (key: keyof Lines): string => fields[key] ?? before?.[key] ?? ''
  return {
    address: line('address'),
    city: line('city'),
    country: line('country'),
    province: line('province'),
    state: line('state'),
    zip: line('zip'),
    phone: line('phone'),
    website: line('website'),
  }
}

const unitedStates = new Set(['', 'US', 'USA', 'United States'])

/** The state in the United States and for venues without a country, else the province. */
const deriveStateProvince = ({ country, state, province }: Pick<Lines, 'country' | 'state' | 'province'>): string =>
  unitedStates.has(country) ? state : province

function composeStateProvince(given: string | undefined, lines: Lines, before: VenueRecord | undefined): string {
  const derived = deriveStateProvince(lines)
  // A derived value that is sent back unchanged is not an explicit one.
  const isEcho = before !== undefined && given === before.stateProvince && given === deriveStateProvince(before)
  if (given !== undefined && given !== '' && !isEcho) return given
  if (before === undefined || given !== undefined) return derived
  const moved = before.country !== lines.country || before.state !== lines.state || before.province !== lines.province
  return moved ? derived : before.stateProvince
}

function composePoint(fields: Partial<VenueFields>, before: StoredPoint | null, issues: Issues): StoredPoint | null {
  const lat = fields.geoLat === undefined ? (before?.lat ?? null) : fields.geoLat
  const lng = fields.geoLng === undefined ? (before?.lng ?? null) : fields.geoLng
  if (lat === null && lng === null) return null
  if (lat === null || lng === null) {
    issues[lat === null ? 'geoLat' : 'geoLng'] = 'must be given with the other coordinate'
    return null
  }
  return before?.lat === lat && before.lng === lng ? before : toPoint(lat, lng)
}

function venueSearchText(record: Pick<VenueRecord, 'name' | 'description' | 'excerpt' | 'stateProvince' | keyof Lines>): string {
  return searchText([
    { text: record.name },
    { text: record.description, html: true },
    { text: record.excerpt, html: true },
    ...lines.map((key) => ({ text: record[key] })),
    { text: record.stateProvince },
  ])
}
