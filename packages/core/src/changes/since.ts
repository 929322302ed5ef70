import { beginAsking } from '../access/questions.ts'
import { resolveReadAccess } from '../access/read-access.ts'
import { CalendarError } from '../errors/calendar-error.ts'
import type { Kind } from '../errors/codes.ts'
import { textOfGrantedFields } from '../fields/visible.ts'
import { beginCall, beginOperation, type CalendarContext, type Operation } from '../record/context.ts'
import { listScope, visibleScope } from '../record/scope.ts'
import type { LoggedChange } from '../store/log.ts'
import type { EntityId } from '../store/records.ts'
import { fingerprint } from './fingerprint.ts'
import type { FollowedList, Which } from './followed-list.ts'
import { type FoundChange, foundByRows } from './found-by-rows.ts'
import { idsOfKind, type KnownByEvents, listsKnownByEvents, type PublishedSince, publishedTerms } from './known-by-events.ts'
import { textOfNamedLinks } from './named-links.ts'
import { wasReadable } from './readable-before.ts'
import { readToken, type TokenState, type TokenStep, toToken } from './token.ts'
import type { Windows } from './windows.ts'

/** The changes since a token. */
export interface FoundChanges {
  /** One change for each record, in the order of their last writes; then those without a write, by id. */
  readonly items: readonly FoundChange[]
  /** The token of the copy with these changes. */
  readonly token: string
  /** Whether more changes are known already. */
  readonly more: boolean
}

/** The lists that a copy follows, as one call reads them. */
export type ReadLists = (op: Operation) => Promise<readonly FollowedList[]>

/** Begins a call with the read access resolved, so that the token's hash belongs to what the call reads. */
async function begin(context: CalendarContext): Promise<{ readonly op: Operation; readonly access: string }> {
  const { viewer, text } = await resolveReadAccess(beginAsking(context.viewer, context.policyTiming), 'both')
  const call = beginCall(context)
  const op = beginOperation({ ...call, viewer })
  return { op, access: fingerprint(text + textOfGrantedFields(call.visibleFields) + (await textOfNamedLinks(op))) }
}

/** The place of the end of the log: the number and time of its last row. */
async function endOfLog({ store }: Operation): Promise<Pick<TokenState, 'seq' | 'atMs'>> {
  await store.log.number()
  const seq = await store.log.head()
  const [last] = seq === 0 ? [] : await store.log.read({ after: seq - 1, limit: 1 })
  return { seq, atMs: last?.atMs ?? 0 }
}

/**
 * The token of now.
 * @param readLists the lists that the token is for; without it, the first call with the token names them
 */
export async function currentToken(context: CalendarContext, readLists?: ReadLists): Promise<string> {
  const { op, access } = await begin(context)
  const lists = (await readLists?.(op)) ?? null
  const bound = lists === null ? { filter: null, windows: {} } : { filter: fingerprintOf(lists), windows: windowsOf(lists) }
  return toToken({ ...(await endOfLog(op)), nowMs: op.nowMs, access, ...bound, step: null })
}

/**
 * The changes since a token. Three reads find them: records with rows in the log after the token; records whose publication date came; and
 * records that the window has reached. A record of the first read that is not found is gone, which is reported only if the viewer could read it.
 *
 * A token gives no rights. Its moments are no later than the clock and no older than the log, and the viewer's own filter limits each read.
 * @param limit the maximum number of rows of the log, and of records without a write
 * @throws invalid_input it is no token
 * @throws token_expired the log begins later, or the token belongs to other lists or to another read access
 */
export async function changesSince(context: CalendarContext, token: string, readLists: ReadLists, limit: number): Promise<FoundChanges> {
  const given = readToken(token)
  const { op: present, access } = await begin(context)
  if (given.access !== access || given.nowMs < present.nowMs - context.logKeptMs) throw new CalendarError('token_expired', {})
  const nowMs = Math.min(given.nowMs, present.nowMs)
  // A step of several answers is read as of one moment: a record then comes either with its row or with the step, and never with both.
  const op = { ...present, nowMs: Math.max(nowMs, Math.min(given.step?.nowMs ?? present.nowMs, present.nowMs)) }
  const asked = await readLists(op)
  const filter = fingerprintOf(asked)
  if (given.filter !== null && given.filter !== filter) throw new CalendarError('token_expired', {})
  const end = await endOfLog(op)
  await demandRow(op, given)
  const windows = given.filter === null ? await windowsAt(asked, nowMs) : given.windows
  const step = { list: 0, afterId: 0, windows: windowsOf(asked), ...given.step, nowMs: op.nowMs }
  const state: WalkState = { ...given, nowMs, filter, windows, step }
  const lists = asked.map((list) => ({ ...list, window: step.windows[list.kind] ?? {} }))
  const hasAllRows = step.list > 0 || step.afterId > 0
  const rows = hasAllRows ? [] : await op.store.log.read({ after: state.seq, kinds: kindsToRead(lists), limit })
  await demandStillVenues(op, lists, state, rows)
  const knownByEvents = await listsKnownByEvents(op, lists)
  const last = rows.at(-1)
  const isFull = rows.length === limit
  const forward = isFull ? notForward(state) : await stepForward(op, lists, knownByEvents, state, limit - rows.length)
  const reported = new Set(forward.items.map(keyOf))
  const later = forward.isDone ? new Set() : await movedLater(lists, state, rows, reported)
  const found = (await foundByRows(op, lists, knownByEvents, rows)).filter((change) => !later.has(keyOf(change)))
  const known = new Set(found.map(keyOf))
  const all = [...found, ...forward.items.filter((change) => !known.has(keyOf(change)))]
  const place = last !== undefined && (isFull || last.seq > end.seq) ? { seq: last.seq, atMs: last.atMs } : hasAllRows ? {} : end
  const next = { ...state, ...place, ...forward.state }
  // Without any change the token stays the same, so that responses stay the same, too. Its moment must not become older than the log.
  const isSame = all.length === 0 && toToken({ ...next, nowMs: given.nowMs }) === token
  const isYoung = given.nowMs > present.nowMs - context.logKeptMs / 2
  // A step of several answers ends at an earlier moment, from which the next answer continues.
  const isPresent = given.step === null || (!hasAllRows && isSameStep(step, { ...step, nowMs: present.nowMs, windows: windowsOf(asked) }))
  return { items: all, token: isSame && isYoung ? token : toToken(next), more: !(forward.isDone && isPresent) }
}

/** The state of a copy on the way to a later moment. */
interface WalkState extends TokenState {
  /** The way. */
  readonly step: TokenStep
}

const isSameStep = (one: TokenStep, other: TokenStep): boolean => JSON.stringify(one) === JSON.stringify(other)

const keyOf = ({ kind, id }: FoundChange): string => `${kind} ${id}`

const fingerprintOf = (lists: readonly FollowedList[]): string => fingerprint(JSON.stringify(lists.map(({ kind, text }) => [kind, text])))

/** @throws token_expired the log no longer has the row of the token, or has another one */
async function demandRow({ store }: Operation, { seq, atMs }: TokenState): Promise<void> {
  const [row] = await store.log.read({ after: Math.max(0, seq - 1), limit: 1 })
  const isThere = seq === 0 ? row === undefined || row.seq === 1 : row?.seq === seq && row.atMs === atMs
  if (!isThere) throw new CalendarError('token_expired', {})
}

/**
 * Events are found by the places of their venues. The log does not report the events of a venue that has changed, so a copy of such a list
 * begins anew then. A venue that the viewer could and can not read is no place of an event for it, and must not be noticed.
 * @throws token_expired
 */
async function demandStillVenues(
  op: Operation,
  lists: readonly FollowedList[],
  { nowMs }: TokenState,
  rows: readonly LoggedChange[],
): Promise<void> {
  if (!lists.some(({ readsVenues }) => readsVenues)) return
  const published = (await listScope(op, 'venue')).map(({ publishedMs, ...clause }) => ({
    ...clause,
    publishedMs: { ...publishedMs, gte: Math.max(nowMs + 1, publishedMs?.gte ?? 0) },
  }))
  const written = rows.filter(({ kind }) => kind === 'venue')
  const readable = { ids: written.map(({ id }) => id), readable: await visibleScope(op, 'venue') }
  let isChanged = (await op.store.venues.count({ readable: published }, op.signal)) > 0
  for (const row of written) isChanged ||= await wasReadable(op, row)
  if (written.length > 0) isChanged ||= (await op.store.venues.count(readable, op.signal)) > 0
  if (isChanged) throw new CalendarError('token_expired', {})
}

/** Terms may become known by a change of an event, and events by place move with their venues. */
const kindsToRead = (lists: readonly FollowedList[]): readonly Kind[] => {
  const kinds = new Set(lists.map(({ kind }) => kind))
  if (kinds.has('category') || kinds.has('tag')) kinds.add('event')
  if (lists.some(({ readsVenues }) => readsVenues)) kinds.add('venue')
  return [...kinds]
}

async function windowsAt(lists: readonly FollowedList[], nowMs: number): Promise<Windows> {
  const windows = await Promise.all(lists.map(async (list) => [list.kind, await list.windowAt(nowMs)] as const))
  return Object.fromEntries(windows)
}

const windowsOf = (lists: readonly FollowedList[]): Windows => Object.fromEntries(lists.map(({ kind, window }) => [kind, window]))

/** A part of a step to a later moment. */
interface Forward {
  /** The members of the next token. */
  readonly state: Pick<TokenState, 'nowMs' | 'windows' | 'step'>
  /** The records that entered or left without a write. */
  readonly items: readonly FoundChange[]
  /** Whether the copy has reached that moment. */
  readonly isDone: boolean
}

/** Stays where the copy is: there are more rows to read first. */
const notForward = ({ nowMs, windows, step }: WalkState): Forward => ({ state: { nowMs, windows, step }, items: [], isDone: false })

/** Goes to the moment and to the windows of the step, from record to record. */
async function stepForward(
  op: Operation,
  lists: readonly FollowedList[],
  knownByEvents: KnownByEvents | null,
  state: WalkState,
  limit: number,
): Promise<Forward> {
  const portions: readonly Portion[] = [
    (afterId, room) => foundByPublication(op, lists, knownByEvents, { fromMs: state.nowMs, afterId, limit: room }),
    ...lists.map(
      (list): Portion =>
        (afterId, limit) =>
          foundByMove(list, state, { afterId, limit }),
    ),
  ]
  const items: FoundChange[] = []
  const { step } = state
  let room = limit
  for (const [at, read] of portions.entries()) {
    if (at < step.list) continue
    const afterId = at === step.list ? step.afterId : 0
    if (room === 0) return { ...notForward({ ...state, step: { ...step, list: at, afterId } }), items }
    const { ids, found } = await read(afterId, room)
    items.push(...found)
    if (ids.length === room) return { ...notForward({ ...state, step: { ...step, list: at, afterId: ids.at(-1) ?? afterId } }), items }
    room -= ids.length
  }
  return { state: { nowMs: step.nowMs, windows: step.windows, step: null }, items, isDone: true }
}

/** Reads the next records of a step. */
type Portion = (afterId: EntityId, limit: number) => Promise<{ readonly ids: readonly EntityId[]; readonly found: readonly FoundChange[] }>

const moved = (list: FollowedList, { nowMs, windows, step }: WalkState, which: Which): Promise<readonly EntityId[]> =>
  list.moved({ nowMs, window: windows[list.kind] ?? {} }, { nowMs: step.nowMs, window: list.window }, which)

async function foundByMove(list: FollowedList, state: WalkState, which: Which): ReturnType<Portion> {
  const { kind } = list
  const ids = await moved(list, state, which)
  const records = await list.find(ids, list.window)
  return { ids, found: ids.map((id) => (records.has(id) ? { kind, id, record: records.get(id) } : { kind, id })) }
}

/** The terms that the viewer knows by events whose publication has come since the token. */
async function foundByPublication(
  op: Operation,
  lists: readonly FollowedList[],
  knownByEvents: KnownByEvents | null,
  since: PublishedSince,
): ReturnType<Portion> {
  if (knownByEvents === null) return { ids: [], found: [] }
  const { ids, terms } = await publishedTerms(op, knownByEvents, since)
  const found: FoundChange[] = []
  for (const { kind, find, window } of lists.filter((list) => knownByEvents.kinds.has(list.kind)))
    for (const [id, record] of await find(idsOfKind(terms, kind), window)) found.push({ kind, id, record })
  return { ids, found }
}

/** Those of the records with these rows that a later answer of the step will report. */
async function movedLater(
  lists: readonly FollowedList[],
  state: WalkState,
  rows: readonly LoggedChange[],
  reported: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const later = new Set<string>()
  for (const list of lists) {
    const { kind } = list
    const ids = [...new Set(rows.filter((row) => row.kind === kind).map(({ id }) => id))]
    const found = ids.length === 0 ? [] : await moved(list, state, { ids, afterId: 0, limit: ids.length })
    for (const id of found) if (!reported.has(keyOf({ kind, id }))) later.add(keyOf({ kind, id }))
  }
  return later
}
