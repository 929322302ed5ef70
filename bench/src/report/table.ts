import { barTexts } from '../bars/bar-texts.ts'
import { type Figure, type Finding, verdictOf } from '../bars/finding.ts'

/** A number with its significant digits and its unit. */
export function shown({ value, unit }: Pick<Figure, 'value' | 'unit'>): string {
  if (value === null) return 'not measured'
  const digits = value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
  const plain = Number.isInteger(value) ? String(value) : digits
  return unit === 'x' || unit === '%' || unit === '' ? plain + unit : `${plain} ${unit}`
}

function measured(figure: Figure): string {
  return `${figure.label} ${shown(figure)}${figure.note === undefined ? '' : ` (${figure.note})`}`
}

/** The findings as a Markdown table. */
export function table(findings: readonly Finding[], command: (row: number) => string): string {
  const lines = findings
    .toSorted((a, b) => a.row - b.row)
    .map((finding) => {
      const { row, figures } = finding
      return `| ${[row, barTexts.get(row), figures.map(measured).join('; '), verdictOf(finding), `\`${command(row)}\``].join(' | ')} |`
    })
  return ['| # | bar | measured | verdict | command |', '|---|---|---|---|---|', ...lines].join('\n')
}
