import type { AccessSubject } from '../access/policy.ts'
import type { Kind } from '../errors/codes.ts'
import type { EntityId, EventRecord, JsonValue, PublishedRecord, TermRecord } from '../store/records.ts'
import type { Operation } from './context.ts'
import { createLoader, loadById } from './loader.ts'
import { statusOf } from './status.ts'

/** The ids of the records that an event links, of the kinds that policies see. */
export type EventLinkIds = Pick<EventRecord, 'venueIds' | 'organizerIds' | 'categoryIds' | 'tagIds'>

/** The members of a record, stored or new, that policies decide by. */
export interface DecidingMembers extends Pick<PublishedRecord, 'authorId' | 'status' | 'publishedMs' | 'fields'>, Partial<EventLinkIds> {
  /** Its id; null for a new record. */
  readonly id: EntityId | null
}

/** The part of a record that a policy sees. One read finds the categories above those of an event, if there is a policy. */
export async function toSubject(op: Operation, kind: Kind, record: DecidingMembers): Promise<AccessSubject> {
  return toSubjectWith(await ancestorsOf(op, [record]), op, kind, record)
}

/** The parts of several records that a policy sees, with one read for all of them. */
export async function toSubjects(op: Operation, kind: Kind, records: readonly DecidingMembers[]): Promise<readonly AccessSubject[]> {
  const ancestors = await ancestorsOf(op, records)
  return records.map((record) => toSubjectWith(ancestors, op, kind, record))
}

function toSubjectWith(ancestors: Ancestors, op: Operation, kind: Kind, record: DecidingMembers): AccessSubject {
  const { id, authorId, venueIds, organizerIds, categoryIds = [], tagIds } = record
  const all = new Set(categoryIds)
  for (const one of categoryIds) for (const above of ancestors.get(one)?.ancestorIds ?? []) all.add(above)
  return {
    id,
    authorId,
    status: statusOf(record, op.nowMs),
    ...(kind === 'event' && { venueIds, organizerIds, categoryIds: [...all].sort((a, b) => a - b), tagIds }),
    ...accessFields(op, kind, record),
  }
}

/** Categories by their ids. */
type Ancestors = ReadonlyMap<EntityId, Pick<TermRecord, 'ancestorIds'>>

async function ancestorsOf({ viewer, loaders, store }: Operation, records: readonly DecidingMembers[]): Promise<Ancestors> {
  const ids = viewer.policy === null ? [] : [...new Set(records.flatMap(({ categoryIds = [] }) => categoryIds))]
  return (loaders?.category.byId ?? createLoader(loadById(store.terms))).loadMany(ids)
}

/** The values of the declared fields that policies see. */
function accessFields(op: Operation, kind: Kind, { fields }: DecidingMembers): Pick<AccessSubject, 'fields'> {
  const declared = op.declaredFields[kind].list.filter(({ access }) => access === true)
  if (declared.length === 0) return {}
  const values: Record<string, JsonValue> = {}
  for (const { name } of declared) {
    const value = fields.values[name]
    if (value !== undefined) values[name] = value
  }
  return { fields: values }
}
