import type { CalendarClient, HistoryEntry } from '@kalends/core'
import { toRecord, type WireRecord } from './decode.ts'
import { encode, given, toPair } from './encode.ts'
import { type Collection, namesOf, toCamel } from './names.ts'
import { readLimit, type ToId, toOptionPairs } from './records.ts'
import type { Call, Send } from './transport.ts'

type History = Pick<CalendarClient['events'], 'history' | 'revert'>

type Value = HistoryEntry['changes'][string]['from']

/** A part of a history as sent. */
interface WireHistory {
  readonly history: readonly HistoryEntry[]
}

/** A value as in process: the id of an author is a text, and a word of two has no underscore. */
function toValue(member: string, value: Value): Value {
  if (member === 'authorId') return value ? String(value) : ''
  return member === 'eventStatus' ? toCamel(String(value)) : value
}

/**
 * The histories of the records of a collection, from a service that has the extension for them.
 * @param toId finds a record: the interface has histories by ids alone
 */
export function createHistory(collection: Collection, send: Send, toId: ToId): History {
  const { kind, toCore } = namesOf[collection]
  const toEntry = (entry: HistoryEntry): HistoryEntry => ({
    ...entry,
    changes: Object.fromEntries(
      Object.entries(entry.changes).map(([name, { from, to, ...cut }]) => {
        const member = toCore(name)
        return [member, { from: toValue(member, from), to: toValue(member, to), ...cut }]
      }),
    ),
  })
  const call = async (
    ref: number | string,
    action: string,
    pairs: readonly string[],
    rest: Pick<Call, 'method' | 'isOnce' | 'decode'>,
  ): Promise<unknown> => {
    const id = await toId(ref)
    return send({ path: `/${collection}/${encode(id)}/${action}?${pairs.join('&')}`, toCore, subject: { kind, id }, ...rest })
  }
  return {
    history: async (ref, options = {}) => {
      const pairs = toOptionPairs(options, ['limit', 'before'])
      for (const [name, value] of given(options)) readLimit(value as number, name)
      return call(ref, 'history', pairs, {
        method: 'GET',
        // The service sends a history; another body makes it throw.
        decode: (body) => (body as WireHistory).history.map(toEntry),
      }) as Promise<readonly HistoryEntry[]>
    },
    revert: async (ref, { to, ...options }) =>
      call(ref, 'revert', [toPair('to', readLimit(to, 'to')), ...toOptionPairs(options)], {
        method: 'POST',
        // A series that was split would be split again.
        isOnce: options.scope === 'following' && !options.version,
        decode: (body, headers) => ({
          record: toRecord(collection, body as WireRecord),
          missing: (headers.get('reverted-without')?.match(/\w+/g) ?? []).map(toCore),
        }),
      }) as ReturnType<History['revert']>,
  }
}
