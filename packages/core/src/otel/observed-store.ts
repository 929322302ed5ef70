import type { CalendarStore, Revision } from '../store/contract.ts'
import type { LogLag } from './log-lag.ts'
import { type MethodCall, observeMethods } from './observed-methods.ts'
import type { Ended, InSpan } from './spans.ts'

/** The tables of a store. */
const tables: Readonly<Partial<Record<keyof CalendarStore, true>>> = {
  events: true,
  venues: true,
  organizers: true,
  terms: true,
  requests: true,
  proposals: true,
  previews: true,
  log: true,
}

/** The calls that write several rows; their first argument has one item for each. */
const batches = new Set(['insertMany', 'updateMany', 'deleteMany', 'replaceKeys', 'addAliases'])

/** A store whose calls are each in a span. The calls of a transaction are inside of its span. */
export function observeStore(store: CalendarStore, inSpan: InSpan, lag: LogLag): CalendarStore {
  const callIn = (table?: string) => (call: MethodCall) => {
    const { name, given } = call
    const size = batches.has(name) && Array.isArray(given[0]) ? given[0].length : 0
    const attributes = {
      'db.operation.name': name,
      ...(table !== undefined && { 'db.collection.name': table }),
      // A batch has two operations or more.
      ...(size > 1 && { 'db.operation.batch.size': size }),
    }
    const run = (): unknown => call.with(table === undefined && name === 'transaction' ? given.map(observeWork) : given)
    return inSpan(table === undefined ? name : `${name} ${table}`, attributes, run, (ended) => {
      if (!batches.has(name)) noteRows(ended)
      if (!('error.type' in ended.failure)) noteLag(lag, call, ended)
    })
  }
  /** The work of a transaction, with an observed store. */
  const observeWork = (work: unknown): unknown =>
    typeof work === 'function' ? (tx: CalendarStore) => work(observeStore(tx, inSpan, lag)) : work
  return observeMethods(store, callIn(), (name, member) =>
    typeof member === 'object' && member !== null && name in tables ? observeMethods(member, callIn(String(name))) : member,
  )
}

/** Notes the number of rows that a call has returned, if it returns rows. */
function noteRows({ span, result }: Ended): void {
  const rows = Array.isArray(result) ? result.length : result instanceof Map ? result.size : undefined
  if (rows !== undefined) span.setAttribute('db.response.returned_rows', rows)
}

/** Notes what a call tells of the log and of those that read it. */
function noteLag(lag: LogLag, { name, given }: MethodCall, { result }: Ended): void {
  if (name === 'revision' && given[1] !== 'writes') {
    // `revision` returns nothing else.
    const { seq, unnumbered } = (result as Revision).mark
    lag.noteRows(seq + (unnumbered?.count ?? 0))
  }
  if (name === 'hold') {
    // `hold` of the log takes these.
    const [reader, hold] = given as Parameters<CalendarStore['log']['hold']>
    lag.noteHold(reader, hold?.seq ?? null)
  }
}
