import type { TownEvent } from './records.ts'
import { nthOf, type Repetition, toRepetition, weekdayNames, weekdayOf, weekdaysOf } from './rule.ts'

const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth']
const units: Readonly<Record<string, string>> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' }

/** A day as text, such as `15 June 2031` or `Tuesday`. */
export const dayText = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(new Date(`${day}T00:00:00Z`))

/** The name of a weekday, `Tuesday`; 1 January 2001 was a Monday. */
export const weekdayText = (name: string): string => dayText(`2001-01-0${weekdayNames.indexOf(name) + 1}`, { weekday: 'long' })

/** `1st`, `22nd`, `15th`. */
function numberText(number: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd' } as Readonly<Record<string, string>>
  return `${number}${ending[new Intl.PluralRules('en', { type: 'ordinal' }).select(number)] ?? 'th'}`
}

/** `every week`, `every second week`, `every 7th week`. */
function everyText(interval: string, unit: string): string {
  const number = Number(interval)
  return number === 1 ? `every ${unit}` : `every ${ordinals[number] ?? numberText(number)} ${unit}`
}

/** A day of its month for each value of `monthBy`: `the 15th`, `the third Tuesday`, `the last Friday`, `the last day`. */
export function monthDayText(monthBy: string, day: string): string {
  const weekday = weekdayText(weekdayNames[weekdayOf(day)] ?? '')
  if (monthBy === 'nth') return `the ${ordinals[nthOf(day)]} ${weekday}`
  if (monthBy === 'last') return `the last ${weekday}`
  return monthBy === 'lastDay' ? 'the last day' : `the ${numberText(Number(day.slice(8)))}`
}

function onDaysText(repetition: Repetition, startDay: string): string {
  const { repeat, interval, monthBy } = repetition
  const every = everyText(interval, units[repeat] ?? '')
  if (repeat === 'WEEKLY') {
    const names = weekdaysOf(repetition, startDay).map(weekdayText)
    const days = new Intl.ListFormat('en-GB').format(names)
    return interval === '1' || names.length === 1 ? everyText(interval, days) : `${every} on ${days}`
  }
  if (repeat === 'MONTHLY') return `on ${monthDayText(monthBy, startDay)} of ${every}`
  if (repeat !== 'YEARLY') return every
  if (monthBy === 'day') return `${every} on ${dayText(startDay, { day: 'numeric', month: 'long' })}`
  return `${every} on ${monthDayText(monthBy, startDay)} of ${dayText(startDay, { month: 'long' })}`
}

function endText({ ends, until, count }: Repetition): string {
  if (ends === 'until') return `, until ${dayText(until, { dateStyle: 'long' })}`
  return ends === 'count' ? `, ${count} ${count === '1' ? 'time' : 'times'}` : ''
}

const datesText = (words: string, { length }: readonly string[], noun: string): string =>
  length === 0 ? '' : `, ${words} ${length} ${noun}${length === 1 ? '' : 's'}`

/** What the text of a repetition needs. */
type Recurrence = Pick<NonNullable<TownEvent['recurrence']>, 'rule' | 'dates' | 'except' | 'id'>

/** The repetition of an event as text, such as `every second Tuesday, until 30 June 2031`. */
export function repeatText({ rule, dates, except, id }: Recurrence, start: string): string {
  const onRule = id === '' ? start : id
  const repetition = toRepetition(rule, onRule)
  if (rule === '') return `on ${dates.length + 1} chosen dates`
  const words = repetition.repeat === 'RULE' ? `by the rule ${rule}` : onDaysText(repetition, onRule.slice(0, 10)) + endText(repetition)
  return words + datesText('and on', dates, 'more date') + datesText('but not on', except, 'date')
}
