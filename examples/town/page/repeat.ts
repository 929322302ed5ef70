import { language } from './api.ts'
import { build, one } from './dom.ts'
import { type FormValues, readForm, ruleDayOf, ruleOf, toDatesQuery } from './form-values.ts'
import { daysBetween, isInLast, moveWeekdays, nthOf, weekdayNames, weekdayOf } from './rule.ts'
import { dayText, monthDayText, weekdayText } from './rule-words.ts'

const units: Readonly<Record<string, string>> = { DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months', YEARLY: 'years' }

/** Adds the checkboxes of the weekdays to the form. */
export function offerWeekdays(): void {
  one('#weekdays', HTMLElement).append(
    ...weekdayNames.map((value) =>
      build('label', { className: 'chip' }, build('input', { type: 'checkbox', name: 'weekdays', value }), weekdayText(value)),
    ),
  )
}

/** The day of the rule when the form was shown last. */
let shownDay = ''

/**
 * Shows the fields that belong to the chosen repetition, with texts that fit the day of the start.
 * @param isFilled whether the form was filled since it was shown last
 */
export function showRepetition(form: HTMLFormElement, isFilled: boolean): void {
  const values = readForm(form)
  const day = ruleDayOf(values)
  for (const part of form.querySelectorAll<HTMLElement>('[data-repeat]'))
    part.hidden = values.repeat === '' || part.dataset['repeat']?.includes(values.repeat) !== true
  for (const part of form.querySelectorAll<HTMLElement>('[data-ends]'))
    part.hidden = values.repeat === '' || values.repeat === 'RULE' || part.dataset['ends'] !== values.ends
  one('#unit', HTMLElement).textContent = units[values.repeat] ?? ''
  if (isFilled) showOwnRule(values)
  if (day !== '') showDays(form, values, day, isFilled)
}

/** Offers the rule of the event as a choice, if the fields of the form cannot express it. */
function showOwnRule({ repeat, rule }: FormValues): void {
  const option = one('#repeat [value=RULE]', HTMLOptionElement)
  option.hidden = repeat !== 'RULE'
  option.textContent = rule === '' ? 'On chosen dates' : `By the rule ${rule}`
}

function showDays(form: HTMLFormElement, values: FormValues, day: string, isFilled: boolean): void {
  const start = weekdayNames[weekdayOf(day)]
  // The other weekdays move along with the start, as they do when the calendar moves a series.
  const moved = moveWeekdays(values.weekdays, isFilled || shownDay === '' ? 0 : daysBetween(shownDay, day)).split(',')
  shownDay = day
  for (const box of form.querySelectorAll<HTMLInputElement>('[name=weekdays]')) {
    box.disabled = box.value === start
    box.checked = box.disabled || moved.includes(box.value)
  }
  const isPossible: Readonly<Record<string, boolean>> = {
    nth: nthOf(day) < 5,
    last: isInLast(7, day),
    lastDay: isInLast(1, day),
  }
  for (const option of form.querySelectorAll<HTMLOptionElement>('#monthBy option')) {
    option.textContent = monthDayText(option.value, day)
    option.hidden = isPossible[option.value] === false
  }
  const monthBy = one('#monthBy', HTMLSelectElement)
  if (isPossible[monthBy.value] === false) monthBy.value = 'day'
}

/** The number of requests so far: only the response to the latest request is shown. */
let turns = 0

/** Shows the first dates that the rule of the form names, or why it names none. */
export async function showDates(values: FormValues): Promise<void> {
  const turn = ++turns
  const found = ruleOf(values) === '' || values.startDay === '' ? [] : await readDates(values)
  if (turn === turns) one('#dates', HTMLElement).replaceChildren(...found)
}

async function readDates(values: FormValues): Promise<readonly HTMLElement[]> {
  const response = await fetch(`/dates?${toDatesQuery(values)}`).catch(() => undefined)
  if (response === undefined) return []
  // The preview knows English alone; in other languages the reason is shown when the event is saved.
  if (!response.ok) return language === undefined ? [build('p', { className: 'error' }, reasonOf((await response.json()).params))] : []
  const { dates } = (await response.json()) as { readonly dates: readonly { readonly startDate: string }[] }
  const items = dates.map(({ startDate }) => build('li', {}, dayText(startDate.slice(0, 10), { dateStyle: 'full' })))
  return [build('p', {}, 'The first dates from this start on:'), build('ul', {}, ...items)]
}

/** The issue of the rule. Issues of other fields are shown at those fields. */
const reasonOf = (params: Readonly<Record<string, string>>): string =>
  params['recurrence'] === undefined ? 'The dates are shown when the start is complete.' : `The repetition ${params['recurrence']}.`
