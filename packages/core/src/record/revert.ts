import { isCalendarError } from '../errors/calendar-error.ts'
import { isSame } from '../store/is-same.ts'
import type { JsonValue } from '../store/records.ts'
import type { ChangeOptions, Records } from './api.ts'
import { beginOperation, type CalendarContext, type Operation } from './context.ts'
import type { KindTypes, ReadDefinition, RecordFor } from './definition.ts'
import { findChangeable, type Reverted, valuesAt } from './history.ts'
import type { RecordRef } from './lookup.ts'
import { type InputValues, toInputValues } from './old-values.ts'
import { findReadableLinks } from './readable-links.ts'

/** The number of attempts while others change the record. */
const maxAttempts = 10

/** Gives a record the values of an earlier version, by an ordinary update. See `revert` of the records of a calendar. */
export async function revert<D extends KindTypes>(
  context: CalendarContext,
  kind: ReadDefinition<D>,
  ref: RecordRef,
  update: Records<D['view'], object, object, object>['update'],
  { to, ...options }: ChangeOptions<D['view']> & { readonly to: number },
): Promise<Reverted<D['view']>> {
  if (!Number.isSafeInteger(to) || to < 1) throw new TypeError(`to must be an integer of 1 or more, not ${String(to)}`)
  for (let attempt = 1; ; attempt++) {
    const op = beginOperation(context)
    const record = await findChangeable(op, kind, ref)
    const { patch, missing } = await toPatch(op, kind, record, await valuesAt(op, kind, record, to))
    try {
      return { record: await update(record.id, patch, { ...options, version: options.version ?? record.version }), missing }
    } catch (error) {
      // Another writer has changed the record since it was read.
      if (!isCalendarError(error, 'version_conflict') || options.version !== undefined || attempt === maxAttempts) throw error
    }
  }
}

const linked = ['venues', 'organizers', 'categories', 'tags'] as const

/** The values as a patch that the viewer may send, and the members that lack some of their links. */
async function toPatch<D extends KindTypes>(
  op: Operation,
  { kind }: ReadDefinition<D>,
  record: RecordFor<D>,
  { status, fields, parentId, ...values }: InputValues,
): Promise<{ readonly patch: object; readonly missing: readonly string[] }> {
  const ofParents = kind === 'category' ? 'category' : 'event'
  const given = { ...values, ...(parentId !== undefined && { parentId }) }
  const links = await findReadableLinks(op, [given], ofParents)
  const now = toInputValues(record)
  const patch: Record<string, unknown> = { ...values }
  const missing: string[] = []
  for (const member of linked) {
    const old = values[member]
    if (old === undefined) continue
    const [before, current] = [[old].flat(), [now[member] ?? []].flat()]
    const readable = before.filter((id) => isReadable(links.only(member, id)))
    patch[member] = readable.map((id) => ({ id }))
    // An update keeps the links that the viewer may not see.
    if (before.some((id) => !readable.includes(id) && !current.includes(id))) missing.push(member)
  }
  if (parentId !== undefined) {
    if (isSame(links.only('parentId', parentId), parentId)) patch['parentId'] = parentId
    else missing.push('parentId')
  }
  // The trash has calls of its own.
  const isTrash = status === 'trash' || ('status' in record && record.status === 'trash')
  if (status !== undefined && !isTrash) patch['status'] = status
  const { byName } = op.visibleFields[kind]
  if (fields !== undefined && fields !== null)
    patch['fields'] = Object.fromEntries(Object.entries(fields).filter(([name]) => byName.has(name)))
  return { patch, missing }
}

const isReadable = (ids: JsonValue): boolean => Array.isArray(ids) && ids.length > 0
