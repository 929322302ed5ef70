import { toCircle } from '../../record/geo.ts'
import type { NamedProfile } from '../../record/loader.ts'
import type { StoredPoint } from '../../store/records.ts'
import { foldKey } from '../../text/fold.ts'
import { siteKey } from '../../text/site-key.ts'

const members = ['address', 'city', 'zip', 'country', 'state', 'province', 'phone', 'website', 'email'] as const

/** The texts by which venues, or organizers, with one name differ. */
type Texts = { readonly [Member in (typeof members)[number]]?: string | undefined }

/** Data of a venue or of an organizer. */
export interface GivenProfile extends Texts {
  /** The name. */
  readonly name?: string | undefined
  /** Degrees north. */
  readonly geoLat?: number | null | undefined
  /** Degrees east. */
  readonly geoLng?: number | null | undefined
}

/** A venue or an organizer, stored or planned. */
export interface ComposedProfile extends Texts {
  /** The folded name. */
  readonly nameKey: string
  /** Where a venue is. */
  readonly point?: StoredPoint | null
}

/**
 * Data of a venue or an organizer, which may describe a record of the same name unless one of their members contradicts it. An empty member
 * contradicts nothing, because many records are created by their names alone.
 */
export function toNamedProfile(given: GivenProfile): NamedProfile<ComposedProfile> {
  const nameKey = foldKey(given.name ?? '')
  const keys = keysOf(given)
  const isOther = (stored: readonly string[]): boolean => keys.some((key, i) => key !== '' && stored[i] !== '' && key !== stored[i])
  return { nameKey, fits: (record) => record.nameKey === nameKey && !isOther(keysOf(record)) && !isFar(given, record) }
}

/** Folded texts by record: an import compares thousands of rows with the venues of one chain. */
const knownKeys = new WeakMap<Texts, readonly string[]>()

/** The folded members. */
function keysOf(profile: Texts): readonly string[] {
  const known = knownKeys.get(profile)
  if (known !== undefined) return known
  const keys: string[] = []
  for (const member of members) {
    const text = profile[member] ?? ''
    keys.push(text === '' ? '' : member === 'website' ? siteKey(text) : foldKey(text))
  }
  knownKeys.set(profile, keys)
  return keys
}

/** The distance of two places up to which they may be one venue: maps disagree by some hundred metres. */
const samePlaceKm = 1

function isFar({ geoLat, geoLng }: GivenProfile, { point }: ComposedProfile): boolean {
  if (typeof geoLat !== 'number' || typeof geoLng !== 'number' || !point) return false
  const { x, y, z, minDot } = toCircle(geoLat, geoLng, samePlaceKm)
  return x * point.x + y * point.y + z * point.z < minDot
}
