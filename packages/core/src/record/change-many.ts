import { withoutWaiting } from '../access/questions.ts'
import { isObject, requireObject } from '../input/read.ts'
import { throwIfAborted } from '../store/abort-signal.ts'
import type { EntityId } from '../store/records.ts'
import { yieldToEventLoop } from '../time/timer.ts'
import { ownMembers } from './api.ts'
import { refuseBusy } from './bookings.ts'
import { beginManyReport, type ChangeManyEventsOptions, type ChangeManyReport, type RefusedRecord } from './change-many-options.ts'
import { beginOperation, type CalendarCall, type CalendarContext, type WriteOperation } from './context.ts'
import { importLock } from './create-many.ts'
import type { KindDefinition, ManyDefinition, ManyTargets, PublishedTypes, RecordFor, WriteTarget } from './definition.ts'
import { lostRace } from './lost-race.ts'
import { planChange } from './plan.ts'
import { preparePatch } from './prepare.ts'
import { readList } from './reads.ts'
import { type Refusals, repeatWithoutRefused, toRefusal } from './refusals.ts'
import { write } from './write.ts'
import { findTarget } from './write-target.ts'

/** The number of records of a chunk. */
const chunkSize = 100

/** The number of written rows after which a chunk ends: a series has up to thousands. */
const mostRows = 500

/**
 * The fields of a patch for many records.
 * @throws invalid_input naming every invalid field
 * @throws TypeError it has a member that every record needs for itself
 */
export function prepareManyPatch<D extends PublishedTypes>(
  call: CalendarCall,
  kind: KindDefinition<D>,
  patch: object,
): Partial<D['fields']> {
  const own = isObject(patch) ? ownMembers.find((name) => Reflect.get(patch, name) !== undefined) : undefined
  if (own !== undefined) throw new TypeError(`updateMany takes no ${own}, because every record needs its own.`)
  return preparePatch(call, kind, patch)
}

/** What all chunks of a run need. */
interface Run<D extends PublishedTypes> {
  readonly kind: ManyDefinition<D>
  readonly filter: D['filter']
  readonly dates: 'series' | 'all'
  readonly dryRun: boolean
  /** The groups that earlier chunks have changed or refused. */
  readonly groups: Set<EntityId>
  /** The fields to set in a record. */
  readonly toFields: (record: RecordFor<D>) => Partial<D['fields']>
}

/** What a chunk has done. */
interface Chunk {
  readonly changed: EntityId[]
  readonly unchanged: EntityId[]
  readonly refused: RefusedRecord[]
  readonly groups: Set<EntityId>
  /** The id of the last record that was looked at. */
  lastId: EntityId
  /** Whether no further record matches. */
  isLast: boolean
}

/** Changes every record of a list, chunk by chunk. */
export async function changeMany<D extends PublishedTypes>(
  call: CalendarCall,
  kind: ManyDefinition<D>,
  filters: object,
  toFields: Run<D>['toFields'],
  { dryRun = false, dates = 'series', onProgress, signal }: ChangeManyEventsOptions,
): Promise<ChangeManyReport> {
  requireObject('input', filters)
  if (dryRun && !call.ownsTransactions) throw new TypeError('A dry run needs transactions of its own, which it rolls back.')
  const op = beginOperation(call)
  const { filter } = await kind.query(op, readList<D['listFields']>(op, kind, filters))
  const run: Run<D> = { kind, filter, dates, dryRun, toFields, groups: new Set() }
  const context: CalendarContext = dryRun ? { ...call, runHooks: () => undefined } : call
  const report = beginManyReport()
  throwIfAborted(signal)
  for (let afterId = filter.afterId ?? 0; ; ) {
    const chunk = await repeatWithoutRefused((refusals) => changeChunk(context, run, afterId, refusals))
    for (const group of chunk.groups) run.groups.add(group)
    const { changed, unchanged, refused } = chunk
    const done = report.add(chunk)
    await onProgress?.({ done, changed, unchanged, refused })
    if (chunk.isLast) return report.toReport()
    afterId = chunk.lastId
    await yieldToEventLoop()
    throwIfAborted(signal)
  }
}

/** Thrown to undo the writes of a dry run. */
const undo: unknown = Object.freeze(new Error('A dry run writes nothing.'))

async function changeChunk<D extends PublishedTypes>(
  context: CalendarContext,
  run: Run<D>,
  afterId: EntityId,
  refusals: Refusals,
): Promise<Chunk> {
  let chunk: Chunk = { changed: [], unchanged: [], refused: [], groups: new Set(), lastId: afterId, isLast: true }
  const work = async (op: WriteOperation): Promise<Chunk> => {
    // As for imports: without this lock, two chunks that write the same records in different orders would deadlock.
    await op.store.lockNames('import', importLock)
    chunk = await changeFound(op, run, afterId, refusals)
    if (run.dryRun) throw undo
    return chunk
  }
  try {
    return await write(context, work, { plan: (op) => planFound(op, run, afterId) })
  } catch (error) {
    if (error !== undo) throw error
    return chunk
  }
}

const findMatching = <D extends PublishedTypes>(
  { store }: WriteOperation,
  { kind, filter }: Run<D>,
  afterId: EntityId,
): Promise<readonly RecordFor<D>[]> =>
  kind.collection(store).find({
    filter: { ...filter, afterId },
    // The orders of all kinds end with the id.
    order: [{ key: 'id', direction: 'asc' } as D['sort']],
    offset: 0,
    limit: chunkSize,
  })

/** The records to change because of a matching one: the record itself, or those of its group, once. */
async function targetsOf<D extends PublishedTypes>(
  op: WriteOperation,
  { kind, filter, dates, groups }: Run<D>,
  record: RecordFor<D>,
  chunkGroups: Set<EntityId>,
): Promise<ManyTargets<RecordFor<D>>> {
  const group = kind.groupOf?.(record) ?? 0
  if (group === 0 || kind.toMany === undefined) return { records: [record], isPartly: false }
  if (groups.has(group) || chunkGroups.has(group)) return { records: [], isPartly: false }
  chunkGroups.add(group)
  return kind.toMany(op, record, filter, dates)
}

/** Changes the matching records with ids after one, in a transaction. */
async function changeFound<D extends PublishedTypes>(
  op: WriteOperation,
  run: Run<D>,
  afterId: EntityId,
  refusals: Refusals,
): Promise<Chunk> {
  const found = await findMatching(op, run, afterId)
  const chunk: Chunk = { changed: [], unchanged: [], refused: [], groups: new Set(), lastId: afterId, isLast: found.length < chunkSize }
  for (const [at, record] of found.entries()) {
    chunk.lastId = record.id
    const { records, isPartly } = await targetsOf(op, run, record, chunk.groups)
    for (const one of records) await changeOne(op, run, one, refusals, chunk)
    if (isPartly) {
      const id = run.kind.groupOf?.(record) ?? record.id
      chunk.refused.push({ id, code: 'some_dates', message: 'Only some dates of the series match.' })
    }
    const rows = op.changes.reduce((sum, { occurrences = 0 }) => sum + 1 + occurrences, 0)
    if (rows < mostRows || at === found.length - 1) continue
    chunk.isLast = false
    break
  }
  await refuseBusy(op, refusals, ({ id, seriesId }) => [id, seriesId].find((key) => chunk.changed.includes(key)))
  return chunk
}

async function changeOne<D extends PublishedTypes>(
  op: WriteOperation,
  run: Run<D>,
  found: RecordFor<D>,
  refusals: Refusals,
  chunk: Chunk,
): Promise<void> {
  const { id } = found
  const changed = op.changes.length
  try {
    const refusal = refusals.get(id)
    if (refusal !== undefined) throw refusal
    const { target, fields } = await beginOne(op, run, id)
    // Another writer has changed the record since it was found: it may not match any more.
    if (target.record.version !== found.version && !isWrittenBy(op, run, found)) throw lostRace({ kind: run.kind.kind, id })
    await target.change(fields)
    ;(op.changes.length > changed ? chunk.changed : chunk.unchanged).push(id)
  } catch (error) {
    const { code, message } = toRefusal(op, { changed, key: id, refusals }, error)
    chunk.refused.push({ id, code, message })
  }
}

/** Whether an earlier write of the same transaction was to this record or its group, such as the one of a hook. */
function isWrittenBy<D extends PublishedTypes>({ changes }: WriteOperation, { kind }: Run<D>, found: RecordFor<D>): boolean {
  const unitOf = (record: RecordFor<D>): EntityId => kind.groupOf?.(record) || record.id
  return changes.some((change) => {
    const record: unknown = change.after ?? change.before
    // The records of changes are stored ones of their kind, with the status that views show.
    return change.kind === kind.kind && unitOf(record as RecordFor<D>) === unitOf(found)
  })
}

/** The target of a change that the policy allows, and the fields to set. */
async function beginOne<D extends PublishedTypes>(
  op: WriteOperation,
  { kind, toFields }: Run<D>,
  id: EntityId,
): Promise<{ readonly target: WriteTarget<D>; readonly fields: Partial<D['fields']> }> {
  const target = await findTarget(op, kind, id)
  const fields = toFields(target.restored)
  await target.demand(fields)
  return { target, fields }
}

/** Plans a chunk without waiting for the policy between its records: it considers the questions of all of them concurrently. */
async function planFound<D extends PublishedTypes>(op: WriteOperation, run: Run<D>, afterId: EntityId): Promise<void> {
  const { viewer, answered } = withoutWaiting(op.viewer)
  const asking = { ...op, viewer }
  const groups = new Set<EntityId>()
  const planOne = async (id: EntityId): Promise<void> => {
    const { target, fields } = await beginOne(asking, run, id)
    await planChange(asking, run.kind, fields, target.record)
  }
  for (const record of await findMatching(op, run, afterId))
    for (const { id } of (await targetsOf(op, run, record, groups)).records) await planOne(id).catch(() => undefined)
  await answered()
}
