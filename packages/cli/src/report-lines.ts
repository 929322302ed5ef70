import type { RestoredRecords } from '@kalends/core/archive'

/** A problem with its records, as maintenance and the check of tables report it. */
export interface Finding {
  readonly problem: string
  readonly kind: string
  readonly field?: string
  readonly count: number
  readonly records: readonly { readonly id: number; readonly detail?: string }[]
}

/** The number of records that a line names. */
const maxNamed = 10

/** A number with its noun, such as `1 event` or `1,204 events`. */
export const countOf = (count: number, noun: string): string => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** A text with each finding of a report. */
export const findingLines = ({ findings }: { readonly findings: readonly Finding[] }): readonly string[] =>
  findings.map(({ problem, kind, field, count, records }) => {
    const named = records.slice(0, maxNamed).map(({ id, detail }) => (detail === undefined ? `${id}` : `${id} (${detail})`))
    const which = named.length === 0 ? '' : `: ${named.join(', ')}${count > named.length ? ', …' : ''}`
    return `  ${problem} of ${countOf(count, kind)}${field === undefined ? '' : ` in the field ${field}`}${which}`
  })

/** The records of an archive, such as `2 terms, 1 venue, 0 organizers, 12 events, 8 rows of imports`. */
export const recordsLine = (counts: RestoredRecords): string =>
  [
    countOf(counts.terms, 'term'),
    countOf(counts.venues, 'venue'),
    countOf(counts.organizers, 'organizer'),
    countOf(counts.events, 'event'),
    ...(counts.rows === 0 ? [] : [`${countOf(counts.rows, 'row')} of imports`]),
  ].join(', ')
