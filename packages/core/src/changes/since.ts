import { resolveReadAccess } from '../access/read-access.ts'
import { textOfGrantedFields } from '../custom-fields/visible.ts'
import { CalendarError } from '../errors/calendar-error.ts'
import type { Kind } from '../errors/codes.ts'
import { beginCall, beginOperation, type CalendarContext, type Operation } from '../record/context.ts'
import { listScope, visibleScope } from '../record/scope.ts'
import { fingerprint } from './fingerprint.ts'
import type { FollowedList } from './followed-list.ts'
import { type FoundChange, foundByRows } from './found-by-rows.ts'
import { idsOfKind, type KnownByEvents, listsKnownByEvents, publishedTerms } from './known-by-events.ts'
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
  const { viewer, text } = await resolveReadAccess(context.viewer, 'both')
  const call = beginCall(context)
  return { op: beginOperation({ ...call, viewer }), access: fingerprint(text + textOfGrantedFields(call.visibleFields)) }
}

/** The place of the end of the log: the number and time of its last row. */
async function endOfLog({ store }: Operation): Promise<Pick<TokenState, 'seq' | 'atMs'>> {
  await store.log.number()
  const seq = await store.log.head()
  const [last] = seq === 0 ? [] : await store.log.read({ after: seq - 1, limit: 1 })
  return { seq, atMs: last?.atMs ?? 0 }
}

/** The token of now. */
export async function currentToken(context: CalendarContext): Promise<string> {
  const { op, access } = await begin(context)
  return toToken({ ...(await endOfLog(op)), nowMs: op.nowMs, access, filter: null, windows: {}, step: null })
}

/**
 * The changes since a token. Three reads find them: records with rows in the log after the token; records whose publication date came; and
 * records that the window has reached. A record of the first read that is not found is gone, which is told only if the viewer could read it.
 * @param limit the maximum number of rows of the log, and of records without a write
 * @throws invalid_input it is no token
 * @throws token_expired the log begins later, or the token belongs to other lists or to another read access
 */
export async function changesSince(context: CalendarContext, token: string, readLists: ReadLists, limit: number): Promise<FoundChanges> {
  const given = readToken(token)
  const { op, access } = await begin(context)
  const lists = await readLists(op)
  const filter = fingerprint(JSON.stringify(lists.map(({ kind, text }) => [kind, text])))
  if (given.access !== access || (given.filter !== null && given.filter !== filter)) throw new CalendarError('token_expired', {})
  const end = await endOfLog(op)
  await demandRow(op, given)
  const state = given.filter === null ? { ...given, filter, windows: await windowsAt(lists, given.nowMs) } : given
  const rows = await op.store.log.read({ after: state.seq, kinds: kindsToRead(lists), limit })
  await demandStillVenues(op, lists, state)
  const knownByEvents = await listsKnownByEvents(op, lists)
  const found = await foundByRows(op, lists, knownByEvents, rows)
  const last = rows.at(-1)
  if (rows.length === limit && last !== undefined) {
    return { items: found, token: toToken({ ...state, seq: last.seq, atMs: last.atMs }), more: true }
  }
  const place = last !== undefined && last.seq > end.seq ? { seq: last.seq, atMs: last.atMs } : end
  const { step, items, isLast } = await stepForward(op, lists, state, limit)
  const isFirst = given.step === null
  const terms = knownByEvents === null || !isFirst ? [] : await foundByPublication(op, lists, knownByEvents, state.nowMs)
  const known = new Set(found.map(({ kind, id }) => `${kind} ${id}`))
  const others = [...terms, ...items].filter(({ kind, id }) => !known.has(`${kind} ${id}`))
  const all = [...found, ...others]
  const next = { ...state, ...place, ...step }
  // Without any change the token stays the same, so that responses stay the same, too.
  const isSame = all.length === 0 && toToken({ ...next, nowMs: given.nowMs }) === token
  return { items: all, token: isSame ? token : toToken(next), more: !isLast }
}

/** @throws token_expired the log no longer has the row of the token, or has another one */
async function demandRow({ store }: Operation, { seq, atMs }: TokenState): Promise<void> {
  const [row] = await store.log.read({ after: Math.max(0, seq - 1), limit: 1 })
  const isThere = seq === 0 ? row === undefined || row.seq === 1 : row?.seq === seq && row.atMs === atMs
  if (!isThere) throw new CalendarError('token_expired', {})
}

/**
 * Events are found by the places of their venues. The log does not tell the events of a venue that has changed, so a copy of such a list
 * begins anew then. A venue that the viewer could and can not read is no place of an event for it, and must not be noticed.
 * @throws token_expired
 */
async function demandStillVenues(op: Operation, lists: readonly FollowedList[], { seq, nowMs }: TokenState): Promise<void> {
  if (!lists.some(({ readsVenues }) => readsVenues)) return
  const published = (await listScope(op, 'venue')).map(({ publishedMs, ...clause }) => ({
    ...clause,
    publishedMs: { ...publishedMs, gte: Math.max(nowMs + 1, publishedMs?.gte ?? 0) },
  }))
  const isChanged = (await op.store.venues.count({ readable: published }, op.signal)) > 0 || (await hasReadableVenueChanged(op, seq))
  if (isChanged) throw new CalendarError('token_expired', {})
}

/** Whether a venue that the viewer can read, or could read before a write, has rows in the log after a number. */
async function hasReadableVenueChanged(op: Operation, seq: number): Promise<boolean> {
  for (let after = seq; ; ) {
    const rows = await op.store.log.read({ after, kinds: ['venue'], limit: venueRows })
    for (const row of rows) if (await wasReadable(op, row)) return true
    const filter = { ids: rows.map(({ id }) => id), readable: await visibleScope(op, 'venue') }
    if (rows.length > 0 && (await op.store.venues.count(filter, op.signal)) > 0) return true
    const last = rows.at(-1)
    if (last === undefined || rows.length < venueRows) return false
    after = last.seq
  }
}

/** How many rows of venues are read at once. */
const venueRows = 500

/** Terms may become known by a change of an event. */
const kindsToRead = (lists: readonly FollowedList[]): readonly Kind[] => {
  const kinds = new Set(lists.map(({ kind }) => kind))
  if (kinds.has('category') || kinds.has('tag')) kinds.add('event')
  return [...kinds]
}

async function windowsAt(lists: readonly FollowedList[], nowMs: number): Promise<Windows> {
  const windows = await Promise.all(lists.map(async (list) => [list.kind, await list.windowAt(nowMs)] as const))
  return Object.fromEntries(windows)
}

const windowsNow = (lists: readonly FollowedList[]): Windows => Object.fromEntries(lists.map(({ kind, window }) => [kind, window]))

/** A part of a step to the present moment. */
interface Forward {
  /** The members of the next token. */
  readonly step: Pick<TokenState, 'nowMs' | 'windows' | 'step'>
  /** The records that entered or left without a write. */
  readonly items: readonly FoundChange[]
  /** Whether the copy has reached the present moment. */
  readonly isLast: boolean
}

/** Goes to the present moment and to the present windows, or on with a step that had too many records for one answer. */
async function stepForward(op: Operation, lists: readonly FollowedList[], state: TokenState, limit: number): Promise<Forward> {
  const begun = state.step
  const target: TokenStep = begun ?? { nowMs: op.nowMs, windows: windowsNow(lists), list: 0, afterId: 0 }
  const items: FoundChange[] = []
  for (let at = target.list; at < lists.length; at++) {
    const list = lists[at]
    if (list === undefined) break
    const { kind } = list
    const window = target.windows[kind] ?? {}
    const room = limit - items.length
    const afterId = at === target.list ? target.afterId : 0
    const from = { nowMs: state.nowMs, window: state.windows[kind] ?? {} }
    const ids = room === 0 ? [] : await list.moved(from, { nowMs: target.nowMs, window }, afterId, room)
    const records = await list.find(ids, window)
    for (const id of ids) items.push(records.has(id) ? { kind, id, record: records.get(id) } : { kind, id })
    if (ids.length === room) {
      const step = { ...target, list: at, afterId: ids.at(-1) ?? afterId }
      return { step: { nowMs: state.nowMs, windows: state.windows, step }, items, isLast: false }
    }
  }
  const step = { nowMs: target.nowMs, windows: target.windows, step: null }
  // A step that was begun earlier ends at an earlier moment, from which the next answer goes on.
  return { step, items, isLast: begun === null }
}

/** The terms that the viewer knows by events whose publication has come since the token. */
async function foundByPublication(
  op: Operation,
  lists: readonly FollowedList[],
  knownByEvents: KnownByEvents,
  fromMs: number,
): Promise<readonly FoundChange[]> {
  const terms = await publishedTerms(op, knownByEvents, fromMs)
  const found: FoundChange[] = []
  for (const { kind, find, window } of lists.filter((list) => knownByEvents.kinds.has(list.kind)))
    for (const [id, record] of await find(idsOfKind(terms, kind), window)) found.push({ kind, id, record })
  return found
}
