import { withoutWaiting } from '../access/questions.ts'
import { invalidInput } from '../errors/calendar-error.ts'
import { requireKnownOptions } from '../errors/known-names.ts'
import { assertNoIssues, requireObject } from '../input/read.ts'
import { throwIfAborted } from '../store/abort-signal.ts'
import { yieldToEventLoop } from '../time/timer.ts'
import { refuseBusy } from './bookings.ts'
import {
  atIndex,
  type CreatedInput,
  type CreateManyOptions,
  type CreateManyResult,
  defaultChunkSize,
  type SkippedInput,
} from './bulk-options.ts'
import { enqueueKeys, type OnConflict, readOnConflict } from './conflict.ts'
import { beginCall, type CalendarCall, type CalendarContext, type WriteOperation } from './context.ts'
import type { KindDefinition, PublishedTypes } from './definition.ts'
import { createInsertBatch, type InsertBatch } from './insert-batch.ts'
import { type Prepared, prepareNew } from './prepare.ts'
import { type Refusals, repeatWithoutRefused, toRefusal } from './refusals.ts'
import { planCreation, resolveCreate, updateExisting } from './resolve-create.ts'
import { write } from './write.ts'

/** Creates many records, chunk by chunk. */
export async function createMany<D extends PublishedTypes>(
  context: CalendarContext,
  kind: KindDefinition<D>,
  inputs: Iterable<object> | AsyncIterable<object>,
  given: CreateManyOptions = {},
): Promise<CreateManyResult> {
  requireObject('options', given)
  const options = readOptions(given)
  if (!isIterable(inputs)) throw invalidInput({ inputs: { code: 'not_iterable' } })
  const total = Array.isArray(inputs) ? inputs.length : undefined
  let [done, created, updated, unchanged, skipped] = [0, 0, 0, 0, 0]
  const call = beginCall(context)
  for await (const items of chunksOf(call, kind, inputs, options)) {
    if (done > 0) await yieldToEventLoop()
    const outcome = await repeatWithoutRefused((refusals) => createRest(call, kind, items, options, refusals))
    done = outcome.stoppedBy?.index ?? done + items.length
    created += outcome.created.length
    updated += outcome.updated.length
    unchanged += outcome.unchanged.length
    skipped += outcome.skipped.length
    const { stoppedBy, ...sinceLast } = outcome
    await options.onProgress?.({ done, total, ...sinceLast })
    if (stoppedBy !== undefined) throw atIndex(stoppedBy.index, stoppedBy.error)
  }
  return { created, updated, unchanged, skipped }
}

const isIterable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value)

interface Options extends Omit<CreateManyOptions, 'chunkSize' | 'onError' | 'onConflict'> {
  readonly onConflict: OnConflict
  readonly chunkSize: number
  readonly onError: 'stop' | 'skip'
}

const optionNames: Readonly<Record<keyof CreateManyOptions, true>> = {
  chunkSize: true,
  onConflict: true,
  onError: true,
  onProgress: true,
  signal: true,
}

function readOptions(options: CreateManyOptions): Options {
  requireKnownOptions('createMany', options, optionNames)
  const { chunkSize = defaultChunkSize, onError = 'stop' } = options
  if (!Number.isSafeInteger(chunkSize) || chunkSize < 1 || chunkSize > 10_000) {
    throw new TypeError(`chunkSize must be an integer from 1 to 10000, not ${chunkSize}`)
  }
  if (onError !== 'stop' && onError !== 'skip') throw new TypeError(`onError must be stop or skip, not ${onError}`)
  return { ...options, chunkSize, onError, onConflict: readOnConflict(options) }
}

/** The number of inputs after which other work of the process runs: 10,000 inputs in one turn held it for half a second. */
const inputsPerTurn = 250

/** The inputs in chunks; reads at most one chunk ahead. */
async function* chunksOf<D extends PublishedTypes>(
  context: CalendarCall,
  kind: KindDefinition<D>,
  inputs: Iterable<object> | AsyncIterable<object>,
  options: Options,
): AsyncGenerator<readonly Item<D['fields']>[]> {
  let chunk: Item<D['fields']>[] = []
  let index = 0
  throwIfAborted(options.signal)
  for await (const input of inputs) {
    throwIfAborted(options.signal)
    // Read immediately: a generator may yield one object repeatedly with other values.
    chunk.push({ index: index++, ...readInput(context, kind, input) })
    if (index % inputsPerTurn === 0) await yieldToEventLoop()
    if (chunk.length < options.chunkSize) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** A checked input. */
interface Item<Fields> extends Prepared<Fields> {
  readonly index: number
}

function readInput<D extends PublishedTypes>(context: CalendarCall, kind: KindDefinition<D>, input: unknown): Prepared<D['fields']> {
  // Callers without types read their inputs from files.
  return typeof input === 'object' && input !== null
    ? prepareNew(context, kind, input)
    : { fields: {}, issues: { '': { code: 'not_an_object' } } }
}

/** The one name that every chunk of an import locks. */
export const importLock = ['import']

/** The result of a chunk. */
interface ChunkOutcome {
  readonly created: readonly CreatedInput[]
  readonly updated: readonly CreatedInput[]
  readonly unchanged: readonly CreatedInput[]
  readonly skipped: readonly SkippedInput[]
  /** The input that stops the run. */
  readonly stoppedBy: SkippedInput | undefined
}

/** Creates the inputs of a chunk, without those that are refused. */
function createRest<D extends PublishedTypes>(
  context: CalendarContext,
  kind: KindDefinition<D>,
  items: readonly Item<D['fields']>[],
  options: Options,
  refusals: Refusals,
): Promise<ChunkOutcome> {
  const valid = items.filter(({ issues }) => Object.keys(issues).length === 0).map(({ fields }) => fields)
  const insert = async (op: WriteOperation): Promise<ChunkOutcome> => {
    // Without this lock, two chunks that write the same records, names or slugs in different orders would deadlock.
    await op.store.lockNames('import', importLock)
    enqueueAll(op, kind, valid, options.onConflict)
    const batch = createInsertBatch(op, kind)
    const updated: CreatedInput[] = []
    const unchanged: CreatedInput[] = []
    const skipped: SkippedInput[] = []
    let stoppedBy: SkippedInput | undefined
    for (const item of items) {
      if (item.index % inputsPerTurn === inputsPerTurn - 1) await yieldToEventLoop()
      throwIfAborted(options.signal)
      // An input with the uid or the slug of an earlier input has to find its record.
      if (batch.hasKeys(item.fields, options.onConflict)) await batch.flush()
      const result = await resolveInput(op, kind, batch, item, options.onConflict, refusals)
      if (result.type === 'updated') updated.push(result.record)
      if (result.type === 'unchanged') unchanged.push(result.record)
      if (result.type === 'rejected' && options.onError === 'stop') {
        stoppedBy = result.input
        break
      }
      if (result.type === 'skipped' || result.type === 'rejected') skipped.push(result.input)
    }
    await batch.flush()
    const indexes = new Map([...batch.created, ...updated].map(({ id, index }) => [id, index]))
    await refuseBusy(op, refusals, ({ id, seriesId }) => indexes.get(id) ?? indexes.get(seriesId), atIndex)
    return { created: batch.created, updated, unchanged, skipped, stoppedBy }
  }
  return write(context, insert, { plan: (op) => planAll(op, kind, valid, options.onConflict) })
}

/** Enqueues the lookups of all new records, so that they are batched. */
function enqueueAll<D extends PublishedTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  news: readonly Partial<D['fields']>[],
  onConflict: OnConflict,
): void {
  kind.enqueue?.(op, news)
  enqueueKeys(op, kind.kind, news, onConflict)
}

/** Plans new records one by one, without waiting for the policy between them: it considers the questions of all of them concurrently. */
async function planAll<D extends PublishedTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  news: readonly Partial<D['fields']>[],
  onConflict: OnConflict,
): Promise<void> {
  const { viewer, answered } = withoutWaiting(op.viewer)
  enqueueAll(op, kind, news, onConflict)
  for (const [i, fields] of news.entries()) {
    if (i % inputsPerTurn === inputsPerTurn - 1) await yieldToEventLoop()
    await planCreation({ ...op, viewer }, kind, fields, onConflict).catch(() => undefined)
  }
  await answered()
}

/** The result of one input of a chunk. */
type InputResult =
  | { readonly type: 'created' }
  | { readonly type: 'updated' | 'unchanged'; readonly record: CreatedInput }
  | { readonly type: 'skipped' | 'rejected'; readonly input: SkippedInput }

/** Adds the record of an input to the batch, or does what `onConflict` says. */
async function resolveInput<D extends PublishedTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  batch: InsertBatch<D>,
  item: Item<D['fields']>,
  onConflict: OnConflict,
  refusals: Refusals,
): Promise<InputResult> {
  const { index, fields, issues } = item
  let changed = op.changes.length
  try {
    const refusal = refusals.get(index)
    if (refusal !== undefined) throw refusal
    assertNoIssues(issues)
    const resolved = await resolveCreate(op, kind, fields, onConflict)
    if (resolved.type === 'create') {
      await batch.add(item, resolved.ready)
      return { type: 'created' }
    }
    if (resolved.type === 'update') {
      const ownChanges = op.changes.length - changed
      await batch.flush()
      changed = op.changes.length - ownChanges
      const { id, slug, version } = await updateExisting(op, kind, fields, resolved.record)
      return { type: version === resolved.record.version ? 'unchanged' : 'updated', record: { index, id, slug } }
    }
    const { known, error } = resolved
    return { type: 'skipped', input: { index, error, ...(known !== undefined && { id: known.id }) } }
  } catch (error) {
    const refusal = toRefusal(op, { changed, key: index, refusals }, error, (own) => atIndex(index, own))
    return { type: 'rejected', input: { index, error: refusal } }
  }
}
