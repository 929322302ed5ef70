import { localToUtcMs, utcMsToLocal } from '@kalends/core/internal'

/** How cells write a day. Days and months may have one digit, years two; a time of day may follow. */
export type DateForm = 'YYYY-MM-DD' | 'YYYY/MM/DD' | 'YYYYMMDD' | 'DD.MM.YYYY' | 'DD-MM-YYYY' | 'DD/MM/YYYY' | 'MM/DD/YYYY'

const forms: Readonly<Record<DateForm, RegExp>> = {
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?!\d)/,
  'YYYY/MM/DD': /^(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})(?!\d)/,
  YYYYMMDD: /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?!\d)/,
  'DD.MM.YYYY': /^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4}|\d{2})(?!\d)/,
  'DD-MM-YYYY': /^(?<day>\d{1,2})-(?<month>\d{1,2})-(?<year>\d{4}|\d{2})(?!\d)/,
  'DD/MM/YYYY': /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4}|\d{2})(?!\d)/,
  'MM/DD/YYYY': /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4}|\d{2})(?!\d)/,
}

/** The forms that exist, for messages. */
export const dateForms: readonly string[] = Object.keys(forms)

/** Whether a text names a form. */
export const isDateForm = (text: string): text is DateForm => Object.hasOwn(forms, text)

/** A time of a cell. */
export interface CellTime {
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** `HH:MM:SS`; empty without one. */
  readonly time: string
  /** `Z` or `±HH:MM`; empty for wall time. */
  readonly offset: string
}

/** Reads a day, and a time of day behind it. @returns undefined for a text in none of the forms, and for a day that does not exist */
export function readCellTime(text: string, dates: readonly DateForm[]): CellTime | undefined {
  for (const form of dates) {
    const found = forms[form].exec(text)
    if (found === null) continue
    const { year: digits = '', month: ofYear = '', day: ofMonth = '' } = found.groups ?? {}
    const date = `${digits.length === 2 ? '20' : ''}${digits}-${ofYear.padStart(2, '0')}-${ofMonth.padStart(2, '0')}`
    const rest = text.slice(found[0].length).replace(/^[\sT,]+/, '')
    const clock = rest === '' ? { time: '', offset: '' } : readClock(rest)
    // 30 February overflows, and converts back to another text.
    if (clock !== undefined && utcMsToLocal(localToUtcMs(`${date}T00:00:00`)).startsWith(date)) return { day: date, ...clock }
  }
  return undefined
}

const offsetText = / ?(Z|[+-]\d{2}:?\d{2})$/i
const halfText = / ?([ap])\.?m\.?$/i
const clockText = /^(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?)?$/

/** Reads a time of day: `19:30`, `19.30 Uhr`, `7:30 pm`, `19h30`. @returns undefined for any other text, such as `19` */
export function readClock(text: string): Omit<CellTime, 'day'> | undefined {
  const trimmed = text.trim().toLowerCase()
  // A number alone may be anything.
  if (trimmed.length > 40 || /^\d+$/.test(trimmed)) return undefined
  const offset = offsetText.exec(trimmed)?.[1]?.toUpperCase() ?? ''
  const withoutOffset = offset === '' ? trimmed : trimmed.replace(offsetText, '')
  const half = halfText.exec(withoutOffset)?.[1]
  const digits = withoutOffset
    .replace(halfText, '')
    .replace(/ ?uhr ?/, 'h')
    .replace(/ ?h$/, '')
  const [, hours = '', minute = '00', second = '00'] = clockText.exec(digits) ?? []
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'p' ? 12 : 0)
  if (hours === '' || hour > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return undefined
  const zone = offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset
  return { time: `${String(hour).padStart(2, '0')}:${minute}:${second}`, offset: zone }
}
