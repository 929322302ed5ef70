import { type Entry, timeNames } from '../identity/entry.ts'
import type { ImportRow, MemberDigests } from '../records/import-store.ts'
import { type AnyRecord, memberOf, recordDigest } from './record-digests.ts'

/** The values of members that a source has no longer. Members without one, such as the title, stay. */
const resets: Readonly<Record<string, unknown>> = {
  ...{ description: null, excerpt: null, image: false, website: null, cost: null, onlineUrl: null, recurrence: null },
  ...{ categories: [], tags: [], venues: [], organizers: [], status: 'publish', eventStatus: 'scheduled', attendance: 'offline' },
  ...{ showMap: true, showMapLink: true, hidden: false, sticky: false, featured: false, parentId: 0, exclusive: false },
  ...{ address: null, city: null, country: null, province: null, state: null, stateProvince: null, zip: null, phone: null },
  ...{ geoLat: null, geoLng: null, email: null, eventStatusReason: null },
}

/** The changes of a record. */
export interface PatchPlan {
  /** The changed members; empty if there are none. */
  readonly patch: AnyRecord
  /** The names of the members that are written, `times` standing for those of {@link timeNames}. */
  readonly written: readonly string[]
  /** The names of members that the source has changed, and somebody else, too: they stay. */
  readonly overridden: readonly string[]
}

/** What a patch is made from. */
export interface PatchInput {
  /** The item. */
  readonly entry: Entry
  /** The input, as it would be created. */
  readonly input: AnyRecord
  /** Undefined if no import has written the record. */
  readonly row: ImportRow | undefined
  /** The record now. */
  readonly current: AnyRecord
  /** Whether the source overwrites what others have changed. */
  readonly sourceWins: boolean
  /** The zone of events without one. */
  readonly timeZone: string
}

/**
 * Compares three states of each member: the source at the last import, the source now, and the record now. Only what the source has changed is
 * written, and only where nobody else has changed it.
 */
export function planPatch({ entry, input, row, current, sourceWins, timeZone }: PatchInput): PatchPlan {
  const members = row?.members ?? {}
  const isNew = Object.keys(members).length === 0
  const [written, overridden]: [string[], string[]] = [[], []]
  for (const name of new Set([...Object.keys(entry.digests), ...Object.keys(members)])) {
    if (name.startsWith('@')) continue
    const [inSource, inRecord] = members[name] ?? []
    const isChanged = entry.digests[name] !== inSource
    if (!isChanged && !sourceWins) continue
    const isForeign = inRecord === undefined ? !isNew && isFilled(current, name) : inRecord !== recordDigest(current, name)
    if (isForeign && !sourceWins) overridden.push(name)
    else if (isChanged || isForeign) written.push(name)
  }
  return { patch: toPatch(entry, input, written, timeZone), written, overridden: overridden.sort() }
}

function toPatch({ digests }: Entry, input: AnyRecord, names: readonly string[], timeZone: string): AnyRecord {
  const defaults: AnyRecord = { timeZone, allDay: false }
  const patch: Record<string, unknown> = {}
  for (const name of names) {
    if (name === 'times') for (const each of timeNames) patch[each] = input[each] ?? defaults[each]
    else if (name in digests) patch[name] = input[name]
    else if (Object.hasOwn(resets, name)) patch[name] = resets[name]
  }
  return patch
}

/** Whether somebody else has given a member a value that the source has never had. Where `joinParts` writes a recurrence again, it has one. */
function isFilled(record: AnyRecord, name: string): boolean {
  const [value, reset] = [memberOf(record, name), resets[name]]
  return reset !== undefined && name !== 'recurrence' && value !== reset && !(isEmpty(value) && isEmpty(reset))
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)

/** The digests of the members after a write. */
export function toMemberDigests(
  entry: Entry,
  before: MemberDigests,
  record: AnyRecord,
  written: readonly string[] = Object.keys(entry.digests),
): MemberDigests {
  const kept = Object.entries(before).filter(([name]) => !name.startsWith('@') && !written.includes(name))
  const input: AnyRecord = { ...entry.item.input }
  const fresh = written.flatMap((name) => {
    const inSource = entry.digests[name]
    if (inSource === undefined) return []
    // Most texts are stored as they are given: a description is digested once.
    const isEqual = typeof input[name] === 'string' && input[name] === record[name]
    return [[name, [inSource, isEqual ? inSource : recordDigest(record, name)]] as const]
  })
  return Object.fromEntries([...kept, ...fresh])
}
