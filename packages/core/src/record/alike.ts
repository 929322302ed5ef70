import type { EntityId, StoredPoint, StoredRecord } from '../store/records.ts'
import { foldKey } from '../text/fold.ts'
import { siteKey } from '../text/site-key.ts'
import { earthRadiusKm } from './geo.ts'

/** What two records have in common. `name` ignores spaces, dashes and accents, `place` is up to 100 metres. */
export type Likeness = 'name' | 'place' | 'phone' | 'website' | 'email'

/** A record of any kind that events link. */
export interface ComparedRecord extends Pick<StoredRecord, 'id'> {
  /** Plain text. */
  readonly name: string
  /** Telephone number, as given. */
  readonly phone?: string
  /** An address, or empty. */
  readonly website?: string
  /** An e-mail address, or empty. */
  readonly email?: string
  /** Town. */
  readonly city?: string
  /** Its coordinates, or null. */
  readonly point?: StoredPoint | null
}

/** The distance up to which coordinates alone make two venues alike. */
const closeKm = 0.1

/** The distance beyond which two venues differ: maps disagree by some hundred metres. */
const farKm = 1

/** The last digits of a telephone number, which are equal with and without the codes of country and town. */
const phoneDigits = 7

const lettersOf = (text: string): string => foldKey(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

const phoneKey = (phone: string): string => {
  const digits = phone.replace(/\D+/g, '')
  return digits.length < phoneDigits ? '' : digits.slice(-phoneDigits)
}

/** The folded texts of a record, by what they make alike; empty for none. */
type Texts = Readonly<Record<Exclude<Likeness, 'place'> | 'city', string>>

/** Folded texts by record, because a record is compared with many. */
const knownTexts = new WeakMap<ComparedRecord, Texts>()

function textsOf(record: ComparedRecord): Texts {
  const known = knownTexts.get(record)
  if (known !== undefined) return known
  const { name, phone = '', website = '', email = '', city = '' } = record
  const texts = {
    name: lettersOf(name) || foldKey(name),
    phone: phoneKey(phone),
    website: siteKey(website),
    email: foldKey(email),
    city: lettersOf(city),
  }
  knownTexts.set(record, texts)
  return texts
}

const compared = ['name', 'phone', 'website', 'email'] as const

/** Squared, on the unit sphere: exact enough for short distances, at the poles too. */
const isWithin = (a: StoredPoint, b: StoredPoint, km: number): boolean =>
  (a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2 <= (km / earthRadiusKm) ** 2

/** What two records have in common; nothing if they are in different towns, or more than a kilometre apart. */
export function likenesses(a: ComparedRecord, b: ComparedRecord): readonly Likeness[] {
  const [textsOfA, textsOfB] = [textsOf(a), textsOf(b)]
  if (textsOfA.city !== '' && textsOfB.city !== '' && textsOfA.city !== textsOfB.city) return []
  const points = a.point && b.point ? ([a.point, b.point] as const) : undefined
  if (points !== undefined && !isWithin(...points, farKm)) return []
  const equal = compared.filter((one) => textsOfA[one] !== '' && textsOfA[one] === textsOfB[one])
  return points !== undefined && isWithin(...points, closeKm) ? [...equal, 'place'] : equal
}

/** The records that were seen, by the keys under which one that is alike is found. */
export interface SeenRecords {
  /** The ids of seen records that may be like this one, maybe repeated; and keeps this one as seen. */
  see(record: ComparedRecord): readonly EntityId[]
}

/** The number of records that are kept of each key. */
const mostPerKey = 50

/**
 * Keeps which records were seen.
 * @param mostKeys the number of keys that are kept; of more, the oldest go
 */
export function keepSeen(mostKeys: number): SeenRecords {
  const byKey = new Map<string | number, EntityId[]>()
  return {
    see: (record) => {
      const folded = textsOf(record)
      // A copy: V8 keeps the whole address, of up to 2,048 characters, as long as a part of it.
      const texts = compared.flatMap((name) => (folded[name] === '' ? [] : [[name, folded[name]].join(' ')]))
      const found: EntityId[] = []
      for (const key of record.point ? [...texts, ...cellsAround(record.point)] : texts) found.push(...(byKey.get(key) ?? []))
      for (const key of record.point ? [...texts, cellOf(record.point)] : texts) {
        const ids = byKey.get(key)
        if (ids === undefined) byKey.set(key, [record.id])
        else if (ids.length < mostPerKey) ids.push(record.id)
      }
      for (const key of byKey.keys()) {
        if (byKey.size <= mostKeys) break
        byKey.delete(key)
      }
      return found
    },
  }
}

/** The size of a cell in the unit of the unit sphere. A point and all that is close to it are in at most two cells along each axis. */
const cellSize = (2 * closeKm) / earthRadiusKm

/** The number of cells of an axis, rounded up to a power of two: the number of a cell is exact in a double. */
const cellsPerAxis = 2 ** 16

const toCell = (i: number, j: number, k: number): number => (i * cellsPerAxis + j) * cellsPerAxis + k

/** The number of the cell of a point, in a grid in space, which has no poles. */
const cellOf = ({ x, y, z }: StoredPoint): number => toCell(Math.floor(x / cellSize), Math.floor(y / cellSize), Math.floor(z / cellSize))

/** The numbers of the cells of the points that are close to a point. */
function cellsAround({ x, y, z }: StoredPoint): readonly number[] {
  const near = (one: number): readonly [number, number] => [Math.floor(one / cellSize - 0.5), Math.floor(one / cellSize + 0.5)]
  return near(x).flatMap((i) => near(y).flatMap((j) => near(z).map((k) => toCell(i, j, k))))
}
