import type { OverridableField, PlainEvent } from '@kalends/core/store'
import { isObject } from '../json.ts'
import { eventFieldRows } from './event-fields.ts'

/** The names on the wire of the members that an occurrence can have of its own. */
const names: Readonly<Record<OverridableField, string>> = {
  ...namesOfFields(),
  authorId: 'author',
  status: 'status',
  publishedMs: 'date',
  description: 'description',
  excerpt: 'excerpt',
  image: 'image',
  times: 'times',
  cost: 'cost',
  categoryIds: 'categories',
  tagIds: 'tags',
  venueIds: 'venue',
  organizerIds: 'organizer',
  parentId: 'post_parent',
  fields: 'custom_fields',
}

function namesOfFields(): Readonly<Record<keyof PlainEvent, string>> {
  const entries = Object.entries(eventFieldRows).map(([member, { name }]) => [member, name])
  // Every plain field has a row.
  return Object.fromEntries(entries) as Readonly<Record<keyof PlainEvent, string>>
}

const members: ReadonlyMap<unknown, string> = new Map(Object.entries(names).map(([member, name]) => [name, member]))

/** The overridden members of an occurrence by their names on the wire. A newer version that writes to the same database may know others. */
export const toOverriddenNames = (overridden: readonly OverridableField[]): readonly string[] =>
  overridden.flatMap((member) => names[member] ?? []).sort()

/** Renames the overridden members in the recurrence of a body from the wire to the core. Unknown names are ignored. */
export function toOverriddenMembers(recurrence: unknown): unknown {
  if (!isObject(recurrence) || !Array.isArray(recurrence['overridden'])) return recurrence
  return { ...recurrence, overridden: recurrence['overridden'].flatMap((name: unknown) => members.get(name) ?? []) }
}
