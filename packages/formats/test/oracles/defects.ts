import { type ReadDate, toComparable } from '../readers.ts'

/** The readers of iCalendar. */
export type ReaderName = 'ical.js' | 'node-ical' | 'libical' | 'sabre' | 'icalendar' | 'vobject'

/** A defect of a reader, which is not to be found again. */
export interface Defect {
  readonly reader: ReaderName
  readonly reason: string
  /** The characters of texts that it confuses. */
  readonly characters?: RegExp
  /** Whether it ends names of categories at other places than at commas without a backslash. */
  readonly missplitsCategories?: true
  /** Whether a document is beyond it. */
  skips?(text: string): boolean
}

/** Whether the first date of a rule is excluded. */
function isFirstDateExcluded(text: string): boolean {
  const first = /^DTSTART([;:].*)\r\n(?:DTEND.*\r\n)?RRULE/m.exec(text.slice(text.indexOf('BEGIN:VEVENT')))?.[1]
  return first !== undefined && text.includes(`\nEXDATE${first}\r`)
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(2, 4))

/** Whether an override or an excluded date is in an hour that occurs twice. Such an override has its times in UTC. */
function hasRepeatedDate(text: string): boolean {
  if (/^DTSTART:\d+T\d+Z\r\n(?:DTEND.*\r\n)?RECURRENCE-ID;TZID/m.test(text)) return true
  const change = /^BEGIN:STANDARD\r\nDTSTART:\d+T(\d+)\r\nRRULE/m.exec(text)?.[1]
  if (change === undefined) return false
  const excluded = [...text.matchAll(/^EXDATE;TZID=.*T(\d+)/gm)].map(([, clock = '']) => clock)
  return excluded.some((clock) => (minutesOf(change) - minutesOf(clock) + 1_439) % 1_440 < 60)
}

/** All defects that make a reader disagree with the others. */
export const defects: readonly Defect[] = [
  {
    reader: 'libical',
    reason: '3.0.16 does not split CATEGORIES within quotation marks, nor at a comma three characters after a backslash.',
    missplitsCategories: true,
  },
  { reader: 'sabre', reason: '2.1 leaves the backslash before commas and semicolons.', characters: /\\/g },
  { reader: 'sabre', reason: '2.1 does not split CATEGORIES after a backslash.', missplitsCategories: true },
  { reader: 'sabre', reason: '2.1 shows the first date of a series even if it is excluded.', skips: isFirstDateExcluded },
  {
    reader: 'icalendar',
    reason: '4.0.3 reads a backslash before an n as a line end even if it is itself escaped.',
    characters: /[\\n\n]/g,
  },
  { reader: 'icalendar', reason: 'It expands no rules.', skips: (text) => /^RRULE/m.test(text.slice(text.indexOf('BEGIN:VEVENT'))) },
  { reader: 'icalendar', reason: '4.0.3 splits CATEGORIES at escaped commas.', missplitsCategories: true },
  {
    reader: 'vobject',
    reason: '0.9.6 takes a zone that has the offset of UTC in winter for UTC, and then lets its series drift.',
    skips: (text) => /^TZID:Europe\/Dublin\r/m.test(text) && /^RRULE:FREQ=(?!YEARLY;BYMONTH=\d+;BYDAY)/m.test(text),
  },
  {
    reader: 'node-ical',
    reason: '0.27 reads a backslash before an n as a line end, and drops quotation marks at the ends of texts.',
    characters: /[\\n\n"]/g,
  },
  { reader: 'sabre', reason: '2.1 does not find an excluded or replaced date in an hour that occurs twice.', skips: hasRepeatedDate },
  {
    reader: 'node-ical',
    reason: '0.27 does not find an excluded or replaced date in an hour that occurs twice.',
    skips: hasRepeatedDate,
  },
]

/** Dates as sorted lines, without what a reader is known to confuse. */
export function toLines(reader: ReaderName, dates: readonly ReadDate[]): readonly string[] {
  const own = defects.filter((defect) => defect.reader === reader)
  const simplify = (text: string): string =>
    own.reduce((left, { characters }) => (characters === undefined ? left : left.replace(characters, '')), text)
  const hasCategories = own.some(({ missplitsCategories }) => missplitsCategories)
  return dates
    .map(({ title, description, location, categories, ...date }) =>
      toComparable({
        ...date,
        title: simplify(title),
        description: simplify(description),
        location: simplify(location),
        categories: (hasCategories ? [categories.join(',')] : categories).map(simplify),
      }),
    )
    .sort()
}

/** Whether a document is beyond a reader. */
export const isBeyond = (reader: ReaderName, text: string): boolean =>
  defects.some((defect) => defect.reader === reader && defect.skips?.(text) === true)
