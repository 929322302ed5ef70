import { demand, type Question } from '../access/decision.ts'
import type { AccessSubject } from '../access/policy.ts'
import type { Operation } from './context.ts'
import type { KindDefinition, KindTypes, RecordFor } from './definition.ts'
import { notFound, type RecordRef } from './lookup.ts'

/** A record without a lifecycle, as policies see it: it has no author, and everybody may read it. */
export const toPublicSubject = (id: number | null): AccessSubject => ({ id, authorId: '', status: 'publish' })

/** The question whether the viewer may create a record with these fields. Asked before its lookups and writes. */
export const toCreateQuestion = <D extends KindTypes>(op: Operation, kind: KindDefinition<D>, fields: Partial<D['fields']>): Question =>
  kind.lifecycle?.toCreateQuestion(op, fields) ?? { action: 'create', kind: kind.kind, next: toPublicSubject(null) }

/**
 * Passes if the viewer may create a record with these fields.
 * @throws unauthenticated, forbidden
 */
export const demandCreate = <D extends KindTypes>(op: Operation, kind: KindDefinition<D>, fields: Partial<D['fields']>): Promise<void> =>
  demand(op.viewer, toCreateQuestion(op, kind, fields))

async function findOrThrow<D extends KindTypes>(op: Operation, kind: KindDefinition<D>, ref: RecordRef): Promise<RecordFor<D>> {
  const record = await kind.find(op, ref)
  if (record === undefined) throw notFound(kind.kind, ref)
  return record
}

/**
 * Finds a record that the viewer may read.
 * @throws not_found the record does not exist, or the viewer may not see it
 * @throws in_trash it is in the trash, and the viewer may know and change it
 */
export async function loadForReading<D extends KindTypes>(op: Operation, kind: KindDefinition<D>, ref: RecordRef): Promise<RecordFor<D>> {
  const record = await findOrThrow(op, kind, ref)
  await kind.lifecycle?.demandRead(op, record, ref)
  return record
}

/** One record as the viewer sees it. */
export async function viewOne<D extends KindTypes>(op: Operation, kind: KindDefinition<D>, record: RecordFor<D>): Promise<D['view']> {
  const [view] = await kind.view(op, [record])
  // `view` returns one view for each record.
  return view as D['view']
}
