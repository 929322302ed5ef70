import type { Kind } from '../errors/codes.ts'
import type { EntityId, JsonValue } from '../store/records.ts'
import type { Operation } from './context.ts'
import { findTerms } from './find-terms.ts'
import { knownTerms } from './known-terms.ts'
import type { InputValues } from './old-values.ts'
import { visibleScope } from './scope.ts'
import { collectionOf } from './stored-records.ts'

/** The linked records that a viewer may see. */
export interface ReadableLinks {
  /** The value of a member with the ids of such records alone; a value of another member as it is. */
  only(member: string, value: JsonValue): JsonValue
}

/** The kinds that members link. */
const kindsOfLinks: Readonly<Record<string, Kind>> = {
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
}

const kindOf = (member: string, kind: Kind): Kind | undefined => kindsOfLinks[member] ?? (member === 'parentId' ? kind : undefined)

const toIds = (value: JsonValue): readonly EntityId[] => [value].flat().filter((id): id is number => typeof id === 'number' && id > 0)

/**
 * Finds the linked records that a viewer may see, among the ids in some values. One that is deleted and one that is hidden are alike.
 * @param ofParents the kind of parents: events, or categories
 */
export async function findReadableLinks(op: Operation, values: readonly InputValues[], ofParents: Kind = 'event'): Promise<ReadableLinks> {
  const wanted = new Map<Kind, Set<EntityId>>()
  for (const one of values)
    for (const [member, value] of Object.entries(one)) {
      const kind = kindOf(member, ofParents)
      if (kind === undefined) continue
      const ids = wanted.get(kind) ?? new Set()
      for (const id of toIds(value)) ids.add(id)
      wanted.set(kind, ids)
    }
  const found = new Map<Kind, ReadonlySet<EntityId>>()
  for (const [kind, ids] of wanted) found.set(kind, await findReadable(op, kind, [...ids]))
  return {
    only: (member, value) => {
      const kind = kindOf(member, ofParents)
      const readable = kind === undefined ? undefined : found.get(kind)
      if (readable === undefined) return value
      const ids = toIds(value).filter((id) => readable.has(id))
      return member === 'parentId' ? (ids[0] ?? 0) : ids
    },
  }
}

/** The maximum number of ids in one read. */
const batchSize = 500

async function findReadable(op: Operation, kind: Kind, ids: readonly EntityId[]): Promise<ReadonlySet<EntityId>> {
  const readable = new Set<EntityId>()
  for (let at = 0; at < ids.length; at += batchSize) {
    const batch = ids.slice(at, at + batchSize)
    for (const { id } of await findSome(op, kind, batch)) readable.add(id)
  }
  return readable
}

async function findSome(op: Operation, kind: Kind, ids: readonly EntityId[]): Promise<readonly { readonly id: EntityId }[]> {
  if (kind === 'category' || kind === 'tag') return findTerms(op.store, { taxonomy: kind, ids, ...(await knownTerms(op, kind)) })
  const filter = { ids, readable: await visibleScope(op, kind) }
  return collectionOf(op.store, kind).find({ filter, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: ids.length })
}
