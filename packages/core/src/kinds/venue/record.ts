import type { Issues } from '../../input/read.ts'
import { type Composed, composeCommon } from '../../record/composition.ts'
import type { Operation } from '../../record/context.ts'
import { plainComposer, plainSearcher } from '../../record/field-table.ts'
import { toPoint } from '../../record/geo.ts'
import type { StoredPoint, VenueRecord } from '../../store/records.ts'
import { foldKey, searchText } from '../../text/fold.ts'
import { type PlainVenue, type VenueFields, venueFields } from './schema.ts'

const compose = plainComposer<PlainVenue>(venueFields)
const searchedTexts = plainSearcher<PlainVenue>(venueFields)

/** Composes a venue: the given value, else the stored one, else empty. */
export function composeVenue(
  op: Pick<Operation, 'timeZone' | 'nowMs' | 'nowLocal' | 'viewer'>,
  fields: Partial<VenueFields>,
  before: VenueRecord | undefined,
  issues: Issues,
): Composed<VenueRecord> {
  const common = composeCommon(op, fields, before, issues)
  const given = compose(fields, before)
  const plain = { ...given, stateProvince: composeStateProvince(fields.stateProvince, given, before) }
  return {
    ...common,
    ...plain,
    nameKey: foldKey(plain.name),
    point: composePoint(fields, before?.point ?? null, issues),
    searchText: searchText([
      { text: plain.name },
      { text: common.description, html: true },
      { text: common.excerpt, html: true },
      ...searchedTexts(plain),
    ]),
  }
}

type StateFields = Pick<VenueRecord, 'country' | 'state' | 'province'>

/** The names of the United States, without dots and white space, and the empty name. */
const unitedStates = new Set(['', 'us', 'usa', 'unitedstates', 'unitedstatesofamerica'])

const isUnitedStates = (country: string): boolean => unitedStates.has(country.normalize('NFKC').toLowerCase().replace(/[.\s]/g, ''))

/** The state in the United States and for venues without a country, else the province; the one that is filled, if the other is empty. */
const deriveStateProvince = ({ country, state, province }: StateFields): string =>
  isUnitedStates(country) ? state || province : province || state

function composeStateProvince(given: string | undefined, lines: StateFields, before: VenueRecord | undefined): string {
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
    issues[lat === null ? 'geoLat' : 'geoLng'] = { code: 'one_coordinate' }
    return null
  }
  return before?.lat === lat && before.lng === lng ? before : toPoint(lat, lng)
}
