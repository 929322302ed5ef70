import type { Actor, WriteScope } from '../access/policy.ts'
import { CalendarError, isCalendarError } from '../errors/calendar-error.ts'
import type { Kind } from '../errors/codes.ts'
import type { FieldsShape, UnknownFields } from '../fields/typed-fields.ts'
import { callAfter } from '../time/timer.ts'
import { type HookCall, type HookVerb, type RecordOf, type Shown, showRecord } from './change.ts'
import type { WriteOperation } from './context.ts'

/** The names of hooks; terms have no trash. */
export type HookName = `${'event' | 'venue' | 'organizer'}.${HookVerb}` | `${'category' | 'tag'}.${'create' | 'update' | 'delete'}`

/** All names of hooks. */
export const hookNames: readonly HookName[] = [
  ...(['event', 'venue', 'organizer'] as const).flatMap((kind) =>
    (['create', 'update', 'trash', 'restore', 'delete'] as const).map((verb) => `${kind}.${verb}` as const),
  ),
  ...(['category', 'tag'] as const).flatMap((kind) => (['create', 'update', 'delete'] as const).map((verb) => `${kind}.${verb}` as const)),
]

/** A planned write, frozen. */
export interface PlannedWrite<Tx, K extends Kind = Kind, V extends HookVerb = HookVerb, F extends FieldsShape = UnknownFields> {
  /** The name of the write, such as `event.create`. */
  readonly name: `${K}.${V}`
  /** The kind of record. */
  readonly kind: K
  /** The stored record, with the `status` that views show; null when the record is created. */
  readonly before: V extends 'create' ? null : Shown<RecordOf[K], F[K]['values']>
  /**
   * The record as it will be stored; null when it is deleted. A new record has no `id` yet. `slug` is the requested one: a taken slug gets
   * a number. Links contain existing records only: records that are created with an event have hooks of their own.
   */
  readonly next: V extends 'delete' ? null : Omit<Shown<RecordOf[K], F[K]['values']>, V extends 'create' ? 'id' | 'version' : 'version'>
  /** For occurrences and series: how much of the series the write is for. A series has one hook call for all of its occurrences. */
  readonly scope?: WriteScope
  /** The actor of the write; null for anonymous callers and for the host's own code. */
  readonly actor: Actor | null
  /** A calendar inside the transaction of the write, for the host's own code: its writes are committed with this one or not at all. */
  readonly tx: Tx
}

/** The write of a hook's name. */
export type PlannedWriteOf<
  N extends HookName,
  Tx,
  F extends FieldsShape = UnknownFields,
> = N extends `${infer K extends Kind}.${infer V extends HookVerb}` ? PlannedWrite<Tx, K, V, F> : never

type AnyHook<Tx> = (write: PlannedWrite<Tx>) => void | Promise<void>

/** The hooks of a calendar and of the calendars derived from it. */
export interface Hooks<Tx> {
  /** Adds a hook. @returns a function that removes it */
  add(name: string, hook: AnyHook<Tx>): () => void
  /** Runs the hooks of a write sequentially; undefined where there are none. */
  run(op: WriteOperation, call: HookCall, openTx: (op: WriteOperation) => Tx): Promise<void> | undefined
}

/** How long a hook may take, in milliseconds: its transaction is open meanwhile, and on SQLite every other call waits for it. */
const maxHookMs = 30_000

/** How deep the writes of hooks may nest, each in a hook of the one around it: a hook that writes its own record runs itself. */
const maxHookDepth = 16

/** Creates an empty set of hooks. */
export function createHooks<Tx>(maxMs = maxHookMs): Hooks<Tx> {
  const known = new Map<string, Set<AnyHook<Tx>>>()
  return {
    add(name, hook) {
      const hooks = known.get(name) ?? new Set()
      // A hook that is added twice runs twice, and each registration is removed separately.
      const own: AnyHook<Tx> = (write) => hook(write)
      known.set(name, hooks.add(own))
      return () => void hooks.delete(own)
    },
    run(op, call, openTx) {
      const hooks = known.get(`${call.kind}.${call.verb}`)
      if (hooks === undefined || hooks.size === 0) return undefined
      const hookDepth = op.hookDepth + 1
      return runAll([...hooks], toPlannedWrite(op, call, openTx({ ...op, hookDepth })), hookDepth, maxMs)
    },
  }
}

async function runAll<Tx>(hooks: readonly AnyHook<Tx>[], write: PlannedWrite<Tx>, depth: number, maxMs: number): Promise<void> {
  try {
    if (depth > maxHookDepth) throw new Error(`${nameOf(write)} is written by a hook in a hook, more than ${maxHookDepth} deep.`)
    for (const hook of hooks) await inTime(hook(write), write, maxMs)
  } catch (error) {
    if (typeof error === 'object' && error !== null && !isForCaller(error)) failures.add(error)
    throw error
  }
}

/** The name of a write and its record, for messages. */
const nameOf = ({ name, before }: PlannedWrite<unknown>): string => `The record of ${name} (${before === null ? 'new' : `id ${before.id}`})`

/** @throws unavailable the hook has not ended in time; what it writes later is refused, because its transaction has ended */
async function inTime<Tx>(hook: void | Promise<void>, write: PlannedWrite<Tx>, maxMs: number): Promise<void> {
  let cancel = (): void => undefined
  const late = new Promise<never>((_, reject) => {
    cancel = callAfter(maxMs, () => {
      const message = `${nameOf(write)} is not written, because a hook has not ended after ${maxMs} ms.`
      reject(new CalendarError('unavailable', {}, { message }))
    })
  })
  try {
    await Promise.race([hook, late])
  } finally {
    cancel()
  }
}

function toPlannedWrite<Tx>(op: WriteOperation, { kind, verb, before, next, scope }: HookCall, tx: Tx): PlannedWrite<Tx> {
  const show = (record: object | null): unknown => record && frozenCopy(showRecord(kind, record, op))
  const write = { name: `${kind}.${verb}`, kind, before: show(before), next: show(withoutVersion(next)), actor: op.viewer.actor, tx }
  const scoped = scope === undefined ? write : { ...write, scope }
  // The callers pass the records of that kind, which the type of the map does not express.
  return Object.freeze(scoped) as PlannedWrite<Tx>
}

function withoutVersion(record: object | null): object | null {
  if (record === null || !('version' in record)) return record
  const { version: _, ...rest } = record
  return rest
}

/** A deep copy of a record, frozen. Records are plain data: objects, lists and values. */
function frozenCopy(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy))
  if (typeof value !== 'object' || value === null) return value
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, frozenCopy(member)])))
}

/** Whether an error of a hook is meant for the caller of the write: a refusal, or an unavailable storage. */
const isForCaller = (error: unknown): boolean => isCalendarError(error, 'refused') || isCalendarError(error, 'unavailable')

const failures = new WeakSet<object>()

/**
 * Whether a hook threw the error, and the error is neither `refused` nor `unavailable`. It reaches the caller of the TypeScript API
 * unchanged. Over HTTP it is `internal`, regardless of its code: a record that a hook did not find is not the one that the request names.
 */
export const isHookFailure = (error: unknown): boolean => typeof error === 'object' && error !== null && failures.has(error)
