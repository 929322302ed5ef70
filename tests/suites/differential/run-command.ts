import { type CalendarStore, type ErrorCode, isCalendarError } from '@kalends/core'
import type { Collection, EventFilter, EventSort, FindQuery, SortKey } from '@kalends/core/store'
import { assertEqual, assertTrue, fail, show } from '../../../packages/testing/src/assert.ts'
import type { CollectionName } from '../../../packages/testing/src/wrap-store.ts'
import type { Command } from './command.ts'
import {
  countedByLink,
  deleted,
  emptyState,
  inserted,
  type ModelRecord,
  type ModelState,
  matching,
  nextPublication,
  ordered,
  recordsOf,
  updated,
  updatedMany,
} from './naive-model.ts'
import { deletableId, earliestEnd, wholeEvent } from './naive-series.ts'
import { withOwnOccurrences } from './plan-series.ts'
import { type AnyFilter, pickId, resolveChange, resolveDraft, resolveFilter } from './resolve.ts'

/** A store's collection of any kind. */
type AnyCollection = Collection<ModelRecord, AnyFilter, SortKey<string>>

const collectionOf = (store: CalendarStore, kind: CollectionName): AnyCollection => store[kind]

type Write = Command & { type: 'insert' | 'update' | 'delete' }
type BulkWrite = Command & { type: 'insertMany' }
type BulkChange = Command & { type: 'updateMany' | 'deleteMany' }
type Read = Command & { type: 'getMany' | 'find' | 'countByLink' }
type Transaction = Command & { type: 'transaction' }

/** A model beside a store; each command runs on both. */
export interface Comparison {
  /** Runs a command on both and throws at the first difference. */
  run(command: Command): Promise<void>
  /** Compares all stored data. */
  compareAll(): Promise<void>
}

/** Starts a comparison; the store must be empty, as the model is. */
export function compareWithModel(store: CalendarStore): Comparison {
  let state = emptyState
  const stop = new Error('a planned failure of the work')
  const compareRevision = revisionComparer()

  async function run(command: Command, target: CalendarStore): Promise<void> {
    if (command.type === 'transaction') return runTransaction(command, target)
    if (command.type === 'revision') return target === store ? compareRevision(store, state, command.nowMs) : undefined
    if (command.type === 'insertMany') {
      state = await compareInsertMany(target, state, command)
    } else if (command.type === 'updateMany' || command.type === 'deleteMany') {
      state = await compareBulkChange(target, state, command)
    } else if (command.type === 'insert' || command.type === 'update' || command.type === 'delete') {
      state = await compareWrite(target, state, command)
    } else {
      await compareRead(target, state, command)
    }
  }

  async function runTransaction({ commands, fails }: Transaction, target: CalendarStore): Promise<void> {
    const before = state
    let isStopped = false
    try {
      await target.transaction(async (tx) => {
        // The store may run this callback again, after a conflict in the database for example.
        state = before
        isStopped = false
        for (const command of commands) await run(command, tx)
        isStopped = fails
        if (fails) throw stop
      })
    } catch (error) {
      // The writes of a joined transaction are rolled back with the outer one.
      if (error !== stop || target !== store) throw error
      state = before
      return
    }
    assertTrue(!isStopped, 'a transaction whose callback throws has to reject')
  }

  return {
    run: (command) => run(command, store),
    async compareAll() {
      const order = [{ key: 'id', direction: 'asc' }] as const
      for (const kind of ['events', 'venues', 'organizers', 'terms'] as const) {
        await compareRead(store, state, { type: 'find', kind, filter: {}, order, offset: 0, limit: 1_000_000 })
      }
    },
  }
}

/** Returns a function that checks the revision: its times, and that tokens are equal exactly if there was no write in between. */
function revisionComparer() {
  const tokens = new Map<number, string>()
  return async (store: CalendarStore, state: ModelState, nowMs: number): Promise<void> => {
    const { token, staleAtMs, extendedTo } = await store.revision(nowMs)
    assertEqual(staleAtMs, nextPublication(state, nowMs), 'staleAtMs')
    assertEqual(extendedTo, earliestEnd(state), 'extendedTo')
    for (const [writes, known] of tokens) {
      if ((known === token) !== (writes === state.writes))
        fail(`the token is ${token} after ${state.writes} writes, and was ${known} after ${writes}`)
    }
    tokens.set(state.writes, token)
  }
}

async function compareRead(store: CalendarStore, state: ModelState, command: Read): Promise<void> {
  if (command.type === 'countByLink') {
    const ids = command.picks.map((pick) => pickId(linkedIds(state, command.linkField), pick))
    const filter = resolveFilter(state, 'events', command.filter)
    assertEqual(
      await store.countByLink(command.linkField, ids, filter),
      countedByLink(state, command.linkField, ids, filter),
      `countByLink of ${command.linkField}`,
    )
    return
  }
  const { kind } = command
  const collection = collectionOf(store, kind)
  if (command.type === 'getMany') {
    const ids = command.picks.map((pick) => pickId(state.known[kind], pick))
    const found = [...(await collection.getMany(ids))].sort((a, b) => a.id - b.id)
    assertEqual(
      found,
      recordsOf(state, kind).filter(({ id }) => ids.includes(id)),
      `${kind} by id`,
    )
    return
  }
  const filter = resolveFilter(state, kind, command.filter)
  const order = command.order.map((sort) => (sort.filter ? { ...sort, filter: resolveFilter(state, 'events', { ...sort.filter }) } : sort))
  const expected = ordered(state, matching(state, kind, filter), order)
  const query = { filter, order, offset: command.offset, limit: command.limit }
  const page = await collection.find(query)
  assertEqual(page, expected.slice(command.offset, command.offset + command.limit), `${kind} that match ${show(filter)}`)
  if (kind === 'events') {
    // The commands of events have filters and orders of events.
    const ids = await store.events.findIds(query as FindQuery<EventFilter, EventSort>)
    assertEqual(
      ids,
      page.map(({ id }) => id),
      `ids of ${kind} that match ${show(filter)}`,
    )
  }
  assertEqual(await collection.count(filter), expected.length, `${kind} counted that match ${show(filter)}`)
}

const linkedIds = (state: ModelState, linkField: string): readonly number[] =>
  linkField === 'venueIds' ? state.known.venues : linkField === 'organizerIds' ? state.known.organizers : state.known.terms

/** Writes to both; returns the model's next state. */
async function compareWrite(store: CalendarStore, state: ModelState, command: Write): Promise<ModelState> {
  const { kind } = command
  const collection = collectionOf(store, kind)
  if (command.type === 'insert') {
    const draft = resolveDraft(state, kind, command.draft)
    const actual = await outcomeOf(() => collection.insert(draft))
    // The store assigns the id; the model adopts it.
    const id = 'value' in actual ? actual.value.id : 0
    assertTrue(!state.known[kind].includes(id), `the id ${id} was given before`)
    return compareOutcomes(
      state,
      actual,
      () => inserted(state, kind, draft, id),
      (next) => recordsOf(next, kind).at(-1),
      `insert of ${kind}`,
    )
  }
  const picked = pickId(state.known[kind], command.pick)
  const id = command.type === 'delete' && kind === 'events' ? deletableId(state, picked) : picked
  const stored = recordsOf(state, kind).find((one) => one.id === id)
  const version = (stored?.version ?? 1) - (command.stale ? 1 : 0)
  if (command.type === 'delete') {
    const actual = await outcomeOf(() => collection.delete(id, version))
    return compareOutcomes(
      state,
      actual,
      () => deleted(state, kind, id, version),
      () => undefined,
      `delete of ${kind}`,
    )
  }
  const base = stored ?? { ...resolveDraft(state, kind, command.draft), id, version: 1 }
  const record = { ...resolveChange(state, base, command.draft), version }
  const actual = await outcomeOf(() => collection.update(record))
  return compareOutcomes(
    state,
    actual,
    () => updated(state, kind, record),
    (next) => recordsOf(next, kind).find((one) => one.id === id),
    `update of ${kind}`,
  )
}

/** Replaces or deletes records in the store by one call, and in the model; returns the model's next state. */
function compareBulkChange(store: CalendarStore, state: ModelState, { type, kind, changes }: BulkChange): Promise<ModelState> {
  const collection = collectionOf(store, kind)
  const records = new Map<number, ModelRecord>()
  for (const { pick, draft, stale } of changes) {
    const picked = pickId(state.known[kind], pick)
    const id = type === 'deleteMany' && kind === 'events' ? deletableId(state, picked) : picked
    const stored = recordsOf(state, kind).find((one) => one.id === id) ?? { ...resolveDraft(state, kind, draft), id, version: 1 }
    records.set(id, { ...resolveChange(state, stored, draft), version: stored.version - (stale ? 1 : 0) })
  }
  // A store expects an occurrence with the values that it inherits from its series, also from a series in the same call.
  const plannedEvents = [...records.values()].filter((record) => 'role' in record)
  const changedEvents = plannedEvents.map((event) => withOwnOccurrences(state, event, plannedEvents))
  for (const event of changedEvents) records.set(event.id, event)
  const all = [...records.values()].map((record) => ('role' in record ? wholeEvent(record, changedEvents) : record))
  const newest = (next: ModelState): unknown => all.map(({ id }) => recordsOf(next, kind).find((one) => one.id === id))
  const deleteAll = (): ModelState => all.reduce((next, { id, version }) => deleted(next, kind, id, version), state)
  return type === 'updateMany'
    ? outcomeOf(() => collection.updateMany(all)).then((actual) =>
        compareOutcomes(state, actual, () => updatedMany(state, kind, all), newest, `updateMany of ${kind}`),
      )
    : outcomeOf(() => collection.deleteMany(all)).then((actual) =>
        compareOutcomes(state, actual, deleteAll, () => undefined, `deleteMany of ${kind}`),
      )
}

/** Inserts into the store by one call, and into the model one by one; returns the model's next state. */
async function compareInsertMany(store: CalendarStore, state: ModelState, { kind, drafts: plans }: BulkWrite): Promise<ModelState> {
  const drafts = plans.map((plan) => resolveDraft(state, kind, plan))
  const actual = await collectionOf(store, kind).insertMany(drafts)
  let next = state
  const expected: (ModelRecord | null)[] = []
  for (const [i, draft] of drafts.entries()) {
    const outcome = await outcomeOf(async () => inserted(next, kind, draft, actual[i]?.id ?? 0))
    if ('value' in outcome) next = outcome.value
    expected.push('value' in outcome ? (recordsOf(next, kind).at(-1) ?? null) : null)
  }
  assertEqual(actual, expected, `insertMany of ${kind}`)
  const ids = actual.flatMap((record) => record?.id ?? [])
  for (const [i, id] of ids.entries()) {
    assertTrue(!state.known[kind].includes(id), `the id ${id} was given before`)
    assertTrue(i === 0 || id > (ids[i - 1] ?? 0), `the ids ${show(ids)} ascend`)
  }
  return next
}

/** The outcome of a call: a value, or an error code. */
type Outcome<T> = { readonly value: T } | { readonly code: ErrorCode }

async function outcomeOf<T>(call: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await call() }
  } catch (error) {
    if (isCalendarError(error)) return { code: error.code }
    throw error
  }
}

/** Repeats the store's operation on the model and compares the outcomes; a failed write leaves the state unchanged. */
async function compareOutcomes(
  state: ModelState,
  actual: Outcome<unknown>,
  write: () => ModelState,
  result: (next: ModelState) => unknown,
  what: string,
): Promise<ModelState> {
  const next = await outcomeOf(async () => write())
  assertEqual(actual, 'value' in next ? { value: result(next.value) } : next, what)
  return 'value' in next ? next.value : state
}
