import type { StoredCost } from '../store/records.ts'
import { costLength } from './cost.ts'

/** A cost in an input: a text, or a cost that was returned before. */
export interface GivenCost {
  /** The cost as one text. */
  readonly text: string
  /** The other members of a returned cost; absent if only a text was sent. */
  readonly details?: Omit<StoredCost, 'text'> | undefined
}

/** The maximum number of amounts in a cost text: one digit and one separator each. */
const maxValues = costLength / 2
const decimal = /^(?:0|[1-9]\d{0,12})(?:\.\d{1,4})?$/

/** Reads the members of a returned cost except its text; undefined when one of them is invalid. */
export function readCostDetails(cost: object): GivenCost['details'] {
  const [values, currencySymbol, currencyCode, currencyPosition]: readonly unknown[] = [
    Reflect.get(cost, 'values'),
    Reflect.get(cost, 'currencySymbol'),
    Reflect.get(cost, 'currencyCode'),
    Reflect.get(cost, 'currencyPosition'),
  ]
  if (!isValues(values) || !isLabel(currencySymbol) || !isLabel(currencyCode)) return undefined
  return currencyPosition === 'prefix' || currencyPosition === 'postfix'
    ? { values, currencySymbol, currencyCode, currencyPosition }
    : undefined
}

const isValues = (given: unknown): given is readonly string[] =>
  Array.isArray(given) && given.length <= maxValues && given.every((value) => typeof value === 'string' && decimal.test(value))

const isLabel = (given: unknown): given is string => typeof given === 'string' && given.length <= 40

/**
 * The texts from which a returned cost may have been parsed: the returned text, and texts with all amounts. The returned text shows only
 * the lowest and the highest amount of several, and no amount if all are zero.
 */
export function originsOf({ text, details }: GivenCost, freeText: string): readonly string[] {
  if (details === undefined) return [text]
  const { values, currencySymbol, currencyCode } = details
  const amounts = values.map(toUnambiguous)
  if (text === freeText) return [text, ...[currencySymbol, currencyCode].flatMap((mark) => withMark(amounts, mark)), amounts.join(' – ')]
  const [low, high, ...more] = text.split(' – ')
  if (high === undefined || more.length > 0 || amounts.length < 3) return [text]
  return [text, [low, ...amounts.slice(1, -1), high].join(' – ')]
}

/** The amounts with a currency before or after them. */
const withMark = (amounts: readonly string[], mark: string): readonly string[] => [
  `${mark} ${amounts.join(' – ')}`,
  `${amounts.join(' – ')} ${mark}`,
]

/** Three decimals are parsed as thousands (`1.250`), except in a number that begins with a zero (`01.250`). */
const toUnambiguous = (value: string): string => (/\.\d{3}$/.test(value) ? `0${value}` : value)

/** Whether two costs have the same text and, if amounts were given, the same amounts. */
export const hasSameAmounts = ({ text, values }: StoredCost, given: GivenCost): boolean =>
  text === given.text && (given.details === undefined || isSameList(values, given.details.values))

/** Whether two costs are equal in all given members; of a cost given as a text, only the text is compared. */
export const isSameCost = (cost: StoredCost, given: GivenCost): boolean =>
  hasSameAmounts(cost, given) &&
  (['currencySymbol', 'currencyCode', 'currencyPosition'] as const).every(
    (member) => given.details === undefined || cost[member] === given.details[member],
  )

const isSameList = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((value, i) => value === others[i])
