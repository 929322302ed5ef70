import { editDistance } from '../text/edit-distance.ts'
import { windowsZones } from './windows-zones.ts'
import { canonicalZone, knownSpellings, type ZoneName } from './zone.ts'

/** Why a text is no time zone. */
export interface NotAZone {
  /** The code of the issue. */
  readonly code: 'not_a_time_zone'
  /** The zone with the nearest name; absent where no name is near. */
  readonly nearest?: ZoneName
}

/** The zone that a text names, or the reason for a refusal. */
export const readZone = (text: string): ZoneName | NotAZone => canonicalZone(text) ?? notAZone(text)

/** The reason for the refusal of a text that is no time zone. */
export function notAZone(text: string): NotAZone {
  const nearest = nearestZone(text)
  return { code: 'not_a_time_zone', ...(nearest !== undefined && { nearest }) }
}

/** No name is longer. */
const longest = 64

/**
 * The zone whose name, or city, is nearest to a text: at most one character in five differs. `Berlin` and `Europe/Berln` are near to
 * `Europe/Berlin`, `America/New York` to `America/New_York`, `PST` to nothing.
 */
export function nearestZone(text: string): ZoneName | undefined {
  if (text.length > longest) return undefined
  const wanted = fold(text)
  let best: ZoneName | undefined
  let least = Math.floor(wanted.length / 5) + 1
  for (const [name, zone] of spellings()) {
    if (Math.abs(name.length - wanted.length) >= least) continue
    const changes = editDistance(name, wanted, least)
    if (changes >= least) continue
    const known = canonicalZone(zone)
    if (known !== undefined) [best, least] = [known, changes]
  }
  return best
}

/** Letter case, spaces around a name, and spaces for underscores make no difference. */
const fold = (text: string): string => text.trim().toLowerCase().replaceAll(' ', '_')

/** What a zone can be called: its name, its city, its name in Windows. Names come first, because the first of equally near ones is taken. */
function* spellings(): Generator<readonly [name: string, zone: string]> {
  yield* knownSpellings()
  for (const [name, zone] of knownSpellings()) if (name.includes('/')) yield [name.slice(name.lastIndexOf('/') + 1), zone]
  for (const [name, zone] of windowsZones()) yield [fold(name), zone]
}
