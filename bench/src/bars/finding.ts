import { markdownTable, shortNumber } from '../markdown.ts'
import type { Options } from '../options.ts'

/** A measured figure of a bar. */
export interface Figure {
  readonly label: string
  /** The number; null if it could not be measured. */
  readonly value: number | null
  /** Its unit: `x` for ratios. */
  readonly unit: 'x' | 'ms' | 'µs' | 'bytes' | 'MB' | ''
  /** The limit of the bar; a figure without a limit is informative. */
  readonly limit?: Limit | undefined
  /** A remark, such as the same ratio in processor time. */
  readonly note?: string
}

/** The limit of a bar. */
export interface Limit {
  readonly at: 'most' | 'least'
  readonly value: number
}

/** The figures of a bar. */
export interface Finding {
  readonly row: number
  readonly figures: readonly Figure[]
}

/** Bars that are measured together, because they share servers or data. */
export interface BarGroup {
  /** Their requirements, by their numbers. */
  readonly rows: Readonly<Record<number, string>>
  /** Measures those of its bars that the run includes. */
  run(options: Options): Promise<readonly Finding[]>
}

/** The limit "at most". */
export const atMost = (value: number): Limit => ({ at: 'most', value })

/** The limit "at least". */
export const atLeast = (value: number): Limit => ({ at: 'least', value })

/** A limit for a million events: smaller tables are measured without a verdict. */
export const atAMillion = (events: number, limit: Limit): Limit | undefined => (events === 1_000_000 ? limit : undefined)

/** The short form of a number of events, such as `100k`. */
export function sizeName(events: number): string {
  if (events % 1_000_000 === 0) return `${events / 1_000_000}M`
  return events % 1_000 === 0 ? `${events / 1_000}k` : String(events)
}

const holds = ({ value, limit }: Figure): boolean =>
  value !== null && (limit === undefined || (limit.at === 'most' ? value <= limit.value : value >= limit.value))

/** The verdict on a finding: `not measured` if a figure with a limit is missing, or none has one. */
export function verdictOf({ figures }: Finding): 'reached' | 'short' | 'not measured' {
  const limited = figures.filter(({ limit }) => limit !== undefined)
  const measured = limited.filter(({ value }) => value !== null)
  if (!measured.every(holds)) return 'short'
  return limited.length > 0 && measured.length === limited.length ? 'reached' : 'not measured'
}

/** A figure as text. */
export function shown({ label, value, unit, note }: Figure): string {
  const number = value === null ? 'not measured' : `${shortNumber(value)}${unit === 'x' || unit === '' ? '' : ' '}${unit}`
  return `${label} ${number}${note === undefined ? '' : ` (${note})`}`
}

/** The findings as a Markdown table. */
export function findingsTable(findings: readonly Finding[], texts: Readonly<Record<number, string>>): string {
  const rows = findings
    .toSorted((a, b) => a.row - b.row)
    .map((finding) => [finding.row, texts[finding.row] ?? '', finding.figures.map(shown).join('; '), verdictOf(finding)])
  return markdownTable(['#', 'bar', 'measured', 'verdict'], rows, ['bar', 'measured', 'verdict'])
}
