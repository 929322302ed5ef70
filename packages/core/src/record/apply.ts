import type { Draft } from '../store/records.ts'
import { keepFormerSlugs } from './aliases.ts'
import { type ChangeExtent, toChange } from './change.ts'
import { withFreeKeys } from './conflict.ts'
import type { WriteOperation } from './context.ts'
import type { ComposedFor, KindDefinition, KindTypes, RecordFor } from './definition.ts'
import type { Transition } from './lifecycle.ts'
import type { ChangePlan, RecordPlan } from './plan.ts'
import { updatedNow } from './publication.ts'
import { actorOf, removeRecord, replaceRecord } from './replace.ts'
import { claimNewSlug, claimSlug, planSlugs, takenIn } from './slug-claim.ts'
import { isUnchanged, staleKeys } from './unchanged.ts'

/** A new record whose hooks have run and whose linked records exist. */
export interface ReadyRecord<D extends KindTypes> extends Transition {
  /** Its members. */
  readonly composed: ComposedFor<D>
  /** Whether to fail if the requested slug is taken, instead of adding a number. It was free when the write was planned. @default false */
  readonly keepsSlug?: boolean
}

const toReady = <D extends KindTypes>(plan: RecordPlan<D>, composed = plan.content.composed): ReadyRecord<D> => ({
  verbs: plan.verbs,
  slug: plan.slug,
  state: plan.state,
  composed,
})

/** Runs the hooks of a planned record. */
export async function runHooksOf<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  plan: RecordPlan<D>,
  { scope }: ChangeExtent = {},
): Promise<void> {
  const { before, verbs, slug } = plan
  const ready = toReady(plan)
  const next = before === null ? toDraft(op, kind, ready, slug) : toNext(op, kind, before, ready, slug)
  await op.runHooks(op, { kind: kind.kind, verb: verbs[0], before, next, ...(scope && { scope }) })
}

/** Runs the hooks of the records that are created with a planned record whose own hooks have run, and then creates those records. */
export const applyRelated = async <D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  plan: RecordPlan<D>,
): Promise<ReadyRecord<D>> => (kind.applyRelated === undefined ? toReady(plan) : toReady(plan, await kind.applyRelated(op, plan.content)))

const whileLocked = <D extends KindTypes, T>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  plan: D['plan'] | null,
  writes: () => Promise<T>,
): Promise<T> => (kind.whileLocked === undefined ? writes() : kind.whileLocked(op, plan, writes))

/** Carries out the plan of a new record. */
export async function applyNew<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  plan: RecordPlan<D>,
): Promise<RecordFor<D>> {
  await runHooksOf(op, kind, plan)
  return insertReady(op, kind, plan, await applyRelated(op, kind, plan))
}

/** Stores a planned record that is ready. */
export const insertReady = <D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  plan: RecordPlan<D>,
  ready: ReadyRecord<D>,
): Promise<RecordFor<D>> => whileLocked(op, kind, plan.content, () => insertRecord(op, kind, ready))

/** Carries out the plan of a change. A plan that changes nothing runs no hooks and writes nothing. */
export async function applyChange<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  plan: ChangePlan<D>,
  extent?: ChangeExtent,
): Promise<RecordFor<D>> {
  const next = toPlannedRecord(op, kind, plan)
  if (changesNothing(kind, plan, next)) return keepRecord(op, kind, plan.before, next)
  await runHooksOf(op, kind, plan, extent)
  const ready = await applyRelated(op, kind, plan)
  return whileLocked(op, kind, plan.content, () => replacePlanned(op, kind, plan.before, ready, extent))
}

/**
 * Whether a plan changes nothing that is stored.
 * @param next the record that it makes
 */
export const changesNothing = <D extends KindTypes>(
  kind: KindDefinition<D>,
  { before, content }: ChangePlan<D>,
  next: RecordFor<D>,
): boolean => kind.writesOthers?.(content) !== true && isUnchanged(before, next)

/** Leaves a record unchanged. Keys that differ from the stored ones are replaced: that is no change. */
export async function keepRecord<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  before: RecordFor<D>,
  next: RecordFor<D>,
): Promise<RecordFor<D>> {
  const keys = staleKeys(before, next)
  if (keys !== undefined) await kind.collection(op.store).replaceKeys([keys], op.nowMs)
  return before
}

async function replacePlanned<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  before: RecordFor<D>,
  ready: ReadyRecord<D>,
  extent?: ChangeExtent,
): Promise<RecordFor<D>> {
  const collection = kind.collection(op.store)
  const write = (slug: string): Promise<RecordFor<D>> =>
    withFreeKeys(op, kind.kind, false, replaceRecord(op, collection, toNext(op, kind, before, ready, slug), before))
  const after = await (ready.slug === before.slug ? write(ready.slug) : claimSlug(ready.slug, takenIn(collection, before.id), write))
  if (after.slug !== before.slug) await keepFormerSlugs(op, collection, [[before, after]])
  await kind.afterReplace?.(op, before, after)
  op.changes.push(toChange(op, kind.kind, ready.verbs[1], before, after, extent))
  return after
}

/**
 * Runs the hooks of a permanent deletion, and deletes the record.
 * @param view shows its last state; called before anything is deleted
 */
export async function applyRemoval<D extends KindTypes, T>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  record: RecordFor<D>,
  view: () => Promise<T>,
): Promise<T> {
  await op.runHooks(op, { kind: kind.kind, verb: 'delete', before: record, next: null })
  const last = await view()
  const remove = (): Promise<void> => kind.remove?.(op, record) ?? removeRecord(op, kind.collection(op.store), record)
  await whileLocked(op, kind, null, remove)
  if (kind.kind === 'event') op.bookings.delete(record.id)
  op.changes.push(toChange(op, kind.kind, 'deleted', record, null))
  return last
}

/** Stores a new record that has no related ones, and whose hooks have run. */
export const insertPlanned = <D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  plan: RecordPlan<D>,
): Promise<RecordFor<D>> => insertRecord(op, kind, toReady(plan))

/** Stores a new record, and the records that belong to it. */
async function insertRecord<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  ready: ReadyRecord<D>,
): Promise<RecordFor<D>> {
  const record = await insertAlone(op, kind, ready)
  await kind.afterInsert?.(op, [record])
  return record
}

/** Stores a new record under the requested slug or the next free one. */
async function insertAlone<D extends KindTypes>(op: WriteOperation, kind: KindDefinition<D>, ready: ReadyRecord<D>): Promise<RecordFor<D>> {
  const collection = kind.collection(op.store)
  const { keepsSlug = false } = ready
  const write = (slug: string): Promise<RecordFor<D>> =>
    withFreeKeys(op, kind.kind, keepsSlug, collection.insert(toDraft(op, kind, ready, slug), { actor: actorOf(op) }))
  const record = await (keepsSlug ? write(ready.slug) : claimNewSlug(ready.slug, takenIn(collection), write))
  op.changes.push(toChange(op, kind.kind, 'created', null, record))
  return record
}

/** Stores new records whose hooks have run, with the same result as consecutive {@link applyNew} calls. */
export async function insertRecords<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  news: readonly ReadyRecord<D>[],
): Promise<readonly RecordFor<D>[]> {
  if (news.length === 0) return []
  const collection = kind.collection(op.store)
  const taken = takenIn(collection)
  const bases = news.map(({ slug }) => slug)
  const slugs = await planSlugs(bases, taken)
  const toSlugged = (ready: ReadyRecord<D>, i: number): Draft<RecordFor<D>> =>
    toDraft(op, kind, ready, ready.keepsSlug === true ? ready.slug : (slugs[i] ?? ready.slug))
  const inserted = await collection.insertMany(news.map(toSlugged), { actor: actorOf(op) })
  const records: RecordFor<D>[] = []
  for (const [i, ready] of news.entries()) {
    const found = inserted[i]
    if (found) op.changes.push(toChange(op, kind.kind, 'created', null, found))
    // Another writer has just taken its slug or its uid.
    records.push(found ?? (await insertAlone(op, kind, ready)))
  }
  await kind.afterInsert?.(op, records)
  return records
}

function toDraft<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  { composed, state }: ReadyRecord<D>,
  slug: string,
): Draft<RecordFor<D>> {
  const draft = { ...composed, ...state, createdMs: op.nowMs, ...updatedNow(op), slug }
  // A kind composes every member of its record except those that are set here, which its generic type does not express.
  return { ...draft, ...kind.deriveFromSlug?.(draft) } as unknown as Draft<RecordFor<D>>
}

function toNext<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  before: RecordFor<D>,
  { composed, state }: ReadyRecord<D>,
  slug: string,
): RecordFor<D> {
  const next = { ...before, ...composed, ...state, ...updatedNow(op), slug }
  return { ...next, ...kind.deriveFromSlug?.(next) }
}

/** A planned change as the stored record that it makes; its links name existing records only. */
export const toPlannedRecord = <D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  plan: ChangePlan<D>,
  ready = toReady(plan),
): RecordFor<D> => toNext(op, kind, plan.before, ready, plan.slug)
