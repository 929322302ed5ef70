import { addDays, daysBetween, isOtherRepetition, noRepetition, toRepetition, toRule } from './rule.ts'
import type { Scope } from './scope.ts'
import { type EventBody, venuesOf } from './wire.ts'

/** Fields that hold one text. */
const textFields = [
  'title',
  'start_day',
  'start_time',
  'end_day',
  'end_time',
  'timezone',
  'repeat',
  'interval',
  'month_by',
  'ends',
  'until',
  'count',
  'rule',
  'rule_shift',
  'event_status',
  'attendance_mode',
  'online_url',
  'description',
  'cost',
  'website',
  'status',
  'venue_name',
  'venue_address',
  'venue_city',
  'organizer_name',
  'organizer_email',
  'level',
  'seats',
] as const

/** Fields that hold the ids that were chosen. */
const choiceFields = ['venue', 'organizer', 'categories'] as const

/** All values of the form as texts: typed texts, and the ids of chosen records, separated by commas. */
export type FormValues = Readonly<Record<(typeof textFields)[number] | (typeof choiceFields)[number] | 'all_day' | 'weekdays', string>>

/** The values of the form. */
export const readForm = (form: HTMLFormElement): FormValues => toFormValues(new FormData(form))

/** The values of the form as a browser sends them. */
export function toFormValues(data: FormData): FormValues {
  const texts = textFields.map((name) => [name, String(data.get(name) ?? '')] as const)
  const choices = choiceFields.map((name) => [name, idsText(data.getAll(name).map(Number))] as const)
  const boxes = { all_day: data.has('all_day') ? 'yes' : '', weekdays: data.getAll('weekdays').join(',') }
  return { ...emptyValues, ...Object.fromEntries([...texts, ...choices]), ...boxes }
}

/** Puts values into the form. */
export function fillForm(form: HTMLFormElement, values: FormValues): void {
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>('[name]')) {
    const value = fieldOf(values, field.name)
    if (!(field instanceof HTMLInputElement && field.type === 'checkbox')) field.value = value
    else field.checked = field.name === 'all_day' ? value !== '' : value.split(',').includes(field.value)
  }
  // Parts of the form that contain a value are opened, so that no value is hidden.
  for (const details of form.querySelectorAll('details')) {
    details.open = [...details.querySelectorAll('input')].some(({ value }) => value !== '')
  }
}

/** The value of a field by its name; empty for an unknown name. */
export const fieldOf = (values: FormValues, name: string): string => new Map(Object.entries(values)).get(name) ?? ''

const idsText = (ids: readonly number[]): string => [...ids].sort((a, b) => a - b).join(',')

/** The values of an empty form. */
export const emptyValues: FormValues = {
  title: '',
  all_day: '',
  start_day: '',
  start_time: '',
  end_day: '',
  end_time: '',
  timezone: '',
  ...noRepetition,
  rule_shift: '0',
  event_status: 'scheduled',
  attendance_mode: 'offline',
  online_url: '',
  description: '',
  cost: '',
  website: '',
  status: 'publish',
  venue: '',
  venue_name: '',
  venue_address: '',
  venue_city: '',
  organizer: '',
  organizer_name: '',
  organizer_email: '',
  categories: '',
  level: '',
  seats: '',
}

/** The values of the form for an event. */
export const toValues = (event: EventBody): FormValues => ({
  ...emptyValues,
  title: event.title,
  all_day: event.all_day ? 'yes' : '',
  start_day: event.start_date.slice(0, 10),
  start_time: event.all_day ? '' : event.start_date.slice(11, 16),
  end_day: event.end_date.slice(0, 10),
  end_time: event.all_day ? '' : event.end_date.slice(11, 16),
  timezone: event.timezone,
  ...repetitionOf(event),
  event_status: event.event_status,
  attendance_mode: event.attendance_mode,
  online_url: event.online_url,
  description: event.description,
  cost: event.cost,
  website: event.website,
  // In the form, a scheduled event has the status of a published one.
  status: event.status === 'future' ? 'publish' : event.status,
  venue: idsText(venuesOf(event).map(({ id }) => id)),
  organizer: idsText(event.organizer.map(({ id }) => id)),
  categories: idsText(event.categories.map(({ id }) => id)),
  level: event.custom_fields.level ?? '',
  seats: String(event.custom_fields.seats ?? ''),
})

/** The repetition of an event. The rule of a moved occurrence counts from its original day, `rule_shift` days after its start. */
function repetitionOf({ recurrence, start_date }: EventBody): Partial<FormValues> {
  if (recurrence === null) return {}
  const onRule = recurrence.id === '' ? start_date : recurrence.id
  const rule_shift = String(daysBetween(start_date.slice(0, 10), onRule.slice(0, 10)))
  return { ...toRepetition(recurrence.rule, onRule), rule_shift }
}

/** The day from which the rule counts: the day of the start, or the original day of a moved occurrence. */
export const ruleDayOf = ({ start_day, rule_shift }: FormValues): string => addDays(start_day, Number(rule_shift))

/** The rule of the values; empty if they do not repeat. */
export const ruleOf = (values: FormValues): string => toRule(values, ruleDayOf(values))

/** Whether two forms differ in their repetition by more than the day of the start. */
export const repeatsOtherwise = (base: FormValues, values: FormValues): boolean =>
  isOtherRepetition(base, ruleDayOf(base), values, ruleDayOf(values))

/** The scopes that a change of an occurrence can have: another rule applies to several dates, and removing the rule to the whole series. */
export function scopesFor(base: FormValues, values: FormValues): readonly Scope[] {
  if (!repeatsOtherwise(base, values)) return ['this', 'following', 'all']
  return values.repeat === '' ? ['all'] : ['following', 'all']
}

/** The query for the first dates of the rule of the values. */
export function toDatesQuery(values: FormValues): URLSearchParams {
  const isAllDay = values.all_day !== ''
  const start = ruleDayOf(values) + (isAllDay || values.start_time === '' ? '' : ` ${values.start_time}`)
  return new URLSearchParams({
    start_date: start,
    end_date: start,
    all_day: String(isAllDay),
    timezone: values.timezone,
    rule: ruleOf(values),
  })
}

/** The body of a request that writes these values. The request also creates new venues and organizers. */
export function toBody(values: FormValues): Readonly<Record<string, unknown>> {
  const { title, all_day, timezone, event_status, attendance_mode, online_url, description, cost, website, status } = values
  const moment = (day: string, time: string): string => (all_day !== '' || time === '' ? day : `${day} ${time}`)
  return {
    title,
    all_day: all_day !== '',
    start_date: moment(values.start_day, values.start_time),
    end_date: moment(values.end_day, values.end_time),
    ...(timezone !== '' && { timezone }),
    recurrence: values.repeat === '' ? null : { rule: ruleOf(values) },
    event_status,
    attendance_mode,
    online_url,
    description,
    cost,
    website,
    status,
    categories: toIds(values.categories),
    venue: [...toIds(values.venue), ...made({ venue: values.venue_name, address: values.venue_address, city: values.venue_city })],
    organizer: [...toIds(values.organizer), ...made({ organizer: values.organizer_name, email: values.organizer_email })],
    custom_fields: { level: values.level || null, seats: toSeats(values.seats) },
  }
}

/** A number of seats; null clears it. The service refuses any other text, with its reason. */
const toSeats = (text: string): number | string | null => (text === '' ? null : Number.isNaN(Number(text)) ? text : Number(text))

/**
 * The body of a request with the values that differ from `base`, so that what the form cannot show, such as seconds, stays. It always contains
 * `all_day`, because an update without it sets it to false.
 */
export function toChanges(base: FormValues, values: FormValues): Readonly<Record<string, unknown>> {
  const before = toBody(base)
  const isChanged = ([name, value]: [string, unknown]): boolean => {
    if (name === 'recurrence') return repeatsOtherwise(base, values)
    return name === 'all_day' || JSON.stringify(value) !== JSON.stringify(before[name])
  }
  return Object.fromEntries(Object.entries(toBody(values)).filter(isChanged))
}

const toIds = (text: string): readonly number[] => (text === '' ? [] : text.split(',').map(Number))

/** A record to create, if any of its fields was filled in. */
const made = (record: Readonly<Record<string, string>>): readonly object[] =>
  Object.values(record).some((value) => value !== '') ? [record] : []

/** The values of `theirs`, with the values of `mine` where these differ from `base`. */
export function mergeValues(base: FormValues, mine: FormValues, theirs: FormValues): FormValues {
  const typed = Object.entries(mine).filter(([name, value]) => value !== fieldOf(base, name))
  return { ...theirs, ...Object.fromEntries(typed) }
}
