/** One number that a bar asks for. */
export interface Figure {
  /** What it is, in a few words. */
  readonly label: string
  /** The number; null where it could not be measured. */
  readonly value: number | null
  /** What it counts: `x` for ratios. */
  readonly unit: 'x' | 'ms' | 'µs' | '/s' | '%' | 'MB' | 'bytes' | ''
  /** What the bar asks of it; a figure without is there to be read. */
  readonly limit?: { readonly at: 'most' | 'least'; readonly value: number }
  /** More about it, such as the same ratio in processor time. */
  readonly note?: string
}

/** What the measurement of a bar gave. */
export interface Finding {
  /** The number of the bar. */
  readonly row: number
  /** Its figures. */
  readonly figures: readonly Figure[]
}

/** Whether a bar is reached: `not measured` when a figure with a limit is missing. */
export type Verdict = 'reached' | 'short' | 'not measured'

/** Whether a figure is as the bar asks. */
const holds = ({ value, limit }: Figure): boolean =>
  value !== null && (limit === undefined || (limit.at === 'most' ? value <= limit.value : value >= limit.value))

/** What a finding comes to. */
export function verdictOf({ figures }: Finding): Verdict {
  const limited = figures.filter(({ limit }) => limit !== undefined)
  const measured = limited.filter(({ value }) => value !== null)
  if (measured.some((figure) => !holds(figure))) return 'short'
  return limited.length > 0 && measured.length === limited.length ? 'reached' : 'not measured'
}

/** At most so many times the cost. */
export const atMost = (value: number): NonNullable<Figure['limit']> => ({ at: 'most', value })

/** At least so many times. */
export const atLeast = (value: number): NonNullable<Figure['limit']> => ({ at: 'least', value })
