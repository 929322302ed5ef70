import { foldKey } from '@kalends/core/store'
import { digest } from '../digest.ts'
import type { ImportedException, ImportKind } from '../item.ts'
import type { ImportedItem } from '../options.ts'
import { normalizeAddress } from './address.ts'

/** An item with what identifies it. */
export interface Entry {
  /** The item as its reader has made it. */
  readonly item: ImportedItem
  /** The id of its row. */
  readonly id: string
  /** Its key; for an item without one, a text made from its title, start, place and address. */
  readonly key: string
  /** Whether the source has a key for it. */
  readonly isKeyed: boolean
  /** The digest of its address; empty without one. */
  readonly address: string
  /** The digest of its title, day and place. */
  readonly look: string
  /** Its start as the source writes it. */
  readonly start: string
  /** The digests of its members, by name. */
  readonly digests: Readonly<Record<string, string>>
  /** The digest of everything that is imported. */
  readonly content: string
}

/** The longest key that is kept: MySQL stores 64 KiB in a text. */
const longestKey = 2_000

/** The key of an item as it is kept and reported: a digest stands for the end of a long one, and for characters that PostgreSQL refuses. */
export function toKey(key: string): string {
  const text = key.replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
  return text === key && text.length <= longestKey ? text : `${text.slice(0, longestKey - 100)} ${digest(key)}`
}

/** The id of a row. */
export const rowId = (source: string, kind: ImportKind, key: string): string => digest([source, kind, toKey(key)])

/** The members of an event that determine when it takes place. A change of one of them changes the meaning of the others. */
export const timeNames: ReadonlySet<string> = new Set(['startDate', 'endDate', 'timeZone', 'allDay'])

/** Reads what identifies an item. */
export function toEntry(source: string, item: ImportedItem): Entry {
  // Members of inputs are looked up by name.
  const input: Readonly<Record<string, unknown>> = { ...item.input }
  const start = item.kind === 'event' ? timeText(input['startDate']) : ''
  const [name, place, address] = [
    foldKey(String(input['title'] ?? input['name'] ?? '')),
    placeOf(item.kind, input),
    normalizeAddress(item.address),
  ]
  const key = toKey(item.key === '' ? [name, start, place, address].join(' | ') : item.key)
  const digests = toDigests(item, input)
  return {
    ...{ item, key, start, digests, isKeyed: item.key !== '' },
    id: rowId(source, item.kind, key),
    address: address === '' ? '' : digest([item.kind, address]),
    look: digest([item.kind, name, start.slice(0, 10), place]),
    content: digest([digests, address, 'exceptions' in item ? item.exceptions : null]),
  }
}

/** The name of an exception among the digests of members. */
export const exceptionName = ({ date, scope = 'this' }: ImportedException): string => `@${scope} ${date}`

/** The digests of the members of an input; readers may leave members undefined. */
function toDigests(item: ImportedItem, input: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const name of Object.keys(input).sort())
    if (name !== 'uid' && !timeNames.has(name) && input[name] !== undefined) digests[name] = digest(input[name])
  if (item.kind === 'event') digests['times'] = digest([...timeNames].map((name) => input[name] ?? null))
  if ('parentKey' in item && item.parentKey !== undefined) digests['parentId'] = digest(item.parentKey)
  return digests
}

const timeText = (value: unknown): string => (value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : String(value))

/** The place of an event: the name of its first venue, or its id. The place of a venue is its address. */
function placeOf(kind: ImportKind, input: Readonly<Record<string, unknown>>): string {
  if (kind !== 'event') return foldKey([input['address'] ?? '', input['city'] ?? ''].join(' '))
  const [first] = [input['venues'] ?? ''].flat()
  const name: unknown = typeof first === 'object' && first !== null ? (Reflect.get(first, 'name') ?? Reflect.get(first, 'id')) : first
  return foldKey(String(name ?? ''))
}
