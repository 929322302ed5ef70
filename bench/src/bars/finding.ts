/** A measured figure of a bar. */
export interface Figure {
  /** A short description. */
  readonly label: string
  /** The number; null if it could not be measured. */
  readonly value: number | null
  /** Its unit: `x` for ratios. */
  readonly unit: 'x' | 'ms' | 'µs' | '/s' | '%' | 'MB' | 'bytes' | ''
  /** The limit of the bar; a figure without a limit is informative. */
  readonly limit?: { readonly at: 'most' | 'least'; readonly value: number }
  /** A remark, such as the same ratio in processor time. */
  readonly note?: string
}

/** The result of measuring a bar. */
export interface Finding {
  /** The number of the bar. */
  readonly row: number
  /** Its figures. */
  readonly figures: readonly Figure[]
}

/** The verdict on a bar: `short` if a figure misses its limit, `not measured` if a figure with a limit is missing or none has one. */
export type Verdict = 'reached' | 'short' | 'not measured'

/** Whether a figure is within its limit. */
const holds = ({ value, limit }: Figure): boolean =>
  value !== null && (limit === undefined || (limit.at === 'most' ? value <= limit.value : value >= limit.value))

/** The verdict on a finding. */
export function verdictOf({ figures }: Finding): Verdict {
  const limited = figures.filter(({ limit }) => limit !== undefined)
  const measured = limited.filter(({ value }) => value !== null)
  if (measured.some((figure) => !holds(figure))) return 'short'
  return limited.length > 0 && measured.length === limited.length ? 'reached' : 'not measured'
}

/** The limit "at most this factor". */
export const atMost = (value: number): NonNullable<Figure['limit']> => ({ at: 'most', value })

/** The limit "at least this factor". */
export const atLeast = (value: number): NonNullable<Figure['limit']> => ({ at: 'least', value })
