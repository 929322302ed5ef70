import { localToUtcMs, utcMsToLocal } from '@kalends/core/internal'

/** How cells write a day. Days and months may have one digit, years two; a time of day may follow. */
export type DateForm = 'YYYY-MM-DD' | 'YYYY/MM/DD' | 'YYYYMMDD' | 'DD.MM.YYYY' | 'DD-MM-YYYY' | 'DD/MM/YYYY' | 'MM/DD/YYYY'

const year = '(?<year>\\d{4}|\\d{2})'
const [month, day] = ['(?<month>\\d{1,2})', '(?<day>\\d{1,2})']

const forms: Readonly<Record<DateForm, RegExp>> = {
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?!\d)/,
  'YYYY/MM/DD': /^(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})(?!\d)/,
  YYYYMMDD: /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?!\d)/,
  'DD.MM.YYYY': new RegExp(`^${day}\\. ?${month}\\. ?${year}(?!\\d)`),
  'DD-MM-YYYY': new RegExp(`^${day}-${month}-${year}(?!\\d)`),
  'DD/MM/YYYY': new RegExp(`^${day}/${month}/${year}(?!\\d)`),
  'MM/DD/YYYY': new RegExp(`^${month}/${day}/${year}(?!\\d)`),
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

const clockText =
  /^(\d{1,2})(?:(?:[:.h]|Uhr ?)(\d{2})?(?:[:.](\d{2})(?:[.,]\d{1,9})?)?)?(?: ?([ap])\.?m\.?)?(?: ?(?:Uhr|h))?(?: ?(Z|[+-]\d{2}:?\d{2}))?$/i

/** Reads a time of day: `19:30`, `19.30 Uhr`, `7:30 pm`, `19h30`. @returns undefined for any other text, such as `19` */
export function readClock(text: string): Omit<CellTime, 'day'> | undefined {
  const found = clockText.exec(text.trim())
  if (found === null) return undefined
  const [, hours = '', minute = '00', second = '00', half = '', offset = ''] = found
  // A number alone may be anything.
  if (/^\d+$/.test(text.trim())) return undefined
  const isHalf = half !== ''
  const hour = isHalf ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  if (hour > 23 || Number(minute) > 59 || Number(second) > 59 || (isHalf && (Number(hours) < 1 || Number(hours) > 12))) return undefined
  const zone = /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase()
  return { time: `${String(hour).padStart(2, '0')}:${minute}:${second}`, offset: zone }
}
