import type { ImportWarning } from '../item.ts'
import { fromDisplayText } from '../values/display-text.ts'
import type { Members } from '../values/members.ts'
import { limitedHtml, limitedLine, limitedName, toText } from '../values/texts.ts'

/** What the texts of a record are read with. */
export interface TextReader {
  /** A name or a title as plain text. Empty if it has nothing to see. */
  name(member: string): string
  /** A line as plain text; empty without one. */
  line(member: string): string
  /** HTML within the limit. */
  html(member: string): string
}

/** Reads the texts of a record, whose names and lines are encoded as display text. */
export const textsOf = (record: Members, warnings: ImportWarning[]): TextReader => ({
  name: (member) => limitedName(fromDisplayText(toText(record[member])), member, warnings),
  line: (member) => limitedLine(fromDisplayText(toText(record[member])), member, warnings),
  html: (member) => limitedHtml(toText(record[member]), member, warnings),
})

/** A flag as WordPress writes it: true, 1, `1`, `true` or `yes`. Undefined where it is not given. */
export const readFlag = (value: unknown): boolean | undefined =>
  value === undefined || value === null ? undefined : /^(?:true|1|yes|on)$/i.test(String(value))
