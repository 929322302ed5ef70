/** A Markdown table, whose columns are numbers but for the first and those in `texts`. */
export function markdownTable(
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  texts: readonly string[] = [],
): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
  const ruler = heads.map((head, index) => (index === 0 || texts.includes(head) ? '---' : '--:')).join('|')
  return [line(heads), `|${ruler}|`, ...rows.map(line)].join('\n')
}

/** Milliseconds, or another number, with about three digits; a dash where there is none. */
export function shortNumber(value: number | undefined): string {
  if (value === undefined) return '-'
  if (Number.isInteger(value) || !Number.isFinite(value)) return String(value)
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)
}
