import type { ReasonValue, UnwordedReason } from '../errors/list-reasons.ts'
import { isObject } from '../input/read.ts'
import type { FieldCondition } from '../store/filters.ts'
import { localToUtcMs, type ParsedDateTime, utcText } from '../time/wall-time.ts'

/** What the reason of a filter shows. */
export type ShownReason = Pick<UnwordedReason, 'code' | 'value' | 'wanted'>

/** What a record has where a list asks for another value. */
export const otherValue = (value: ReasonValue, wanted: ReasonValue): ShownReason => ({
  code: value === '' || value === 0 || value === null ? 'no_value' : 'other_value',
  value,
  wanted,
})

/** A bound as text: a day, a wall time, or an instant in UTC. */
export function toTimeText({ local, dateOnly, offsetMinutes }: ParsedDateTime): string {
  if (offsetMinutes !== undefined) return `${utcText(localToUtcMs(local) - offsetMinutes * 60_000, ' ')}Z`
  return dateOnly ? local.slice(0, 10) : local.replace('T', ' ')
}

/** The explanation of the filter for later changes. */
export const notChangedAfter = (
  { updated, updatedUtc }: { readonly updated: string; readonly updatedUtc: string },
  wanted: ParsedDateTime,
): ShownReason => ({
  code: 'not_changed_after',
  value: wanted.offsetMinutes === undefined ? updated : `${updatedUtc}Z`,
  wanted: toTimeText(wanted),
})

/** The explanation of a search: the words that a record lacks. */
export function lacksWords(words: readonly string[], searchText: string): ShownReason {
  const [found, missing] = [words.filter((word) => searchText.includes(word)), words.filter((word) => !searchText.includes(word))]
  return { code: 'lacks_words', value: found, wanted: missing }
}

/** The reason of a condition on a declared field; what the list asks for is shown as the caller has written it. */
export function toFieldReason({ fields }: { readonly fields: object }, { name }: FieldCondition, input: object): UnwordedReason {
  const conditions: unknown = Reflect.get(input, 'fields')
  const wanted: unknown = isObject(conditions) ? Reflect.get(conditions, name) : undefined
  return { filter: `fields.${name}`, ...otherValue(toReasonValue(Reflect.get(fields, name)), toReasonValue(wanted)) }
}

const isShort = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/** A value as reasons show it; a range as a text. */
export function toReasonValue(value: unknown): ReasonValue {
  if (isShort(value) || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.filter(isShort)
  if (!isObject(value)) return null
  const bound = (name: 'gte' | 'lte', sign: string): readonly string[] => {
    const found: unknown = Reflect.get(value, name)
    return isShort(found) ? [`${sign} ${found}`] : []
  }
  return [...bound('gte', '>='), ...bound('lte', '<=')].join(', ') || null
}
