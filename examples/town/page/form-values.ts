import type { Calendar, EventInput } from '@kalends/core'
import type { DeclaredFields } from 'example-server/fields.ts'
import type { TownEvent } from './records.ts'
import { addDays, daysBetween, isOtherRepetition, noRepetition, toRepetition, toRule } from './rule.ts'
import type { Scope } from './scope.ts'

/** Fields that hold one text. */
const textFields = [
  'title',
  'startDay',
  'startTime',
  'endDay',
  'endTime',
  'timeZone',
  'repeat',
  'interval',
  'monthBy',
  'ends',
  'until',
  'count',
  'rule',
  'ruleShift',
  'eventStatus',
  'eventStatusReason',
  'attendance',
  'onlineUrl',
  'description',
  'cost',
  'website',
  'status',
  'venueName',
  'venueAddress',
  'venueCity',
  'organizerName',
  'organizerEmail',
  'level',
  'seats',
] as const

/** Fields that hold the ids that were chosen. */
const choiceFields = ['venues', 'organizers', 'categories'] as const

/** All values of the form as texts: typed texts, and the ids of chosen records, separated by commas. */
export type FormValues = Readonly<Record<(typeof textFields)[number] | (typeof choiceFields)[number] | 'allDay' | 'weekdays', string>>

/** The values of the form. */
export const readForm = (form: HTMLFormElement): FormValues => toFormValues(new FormData(form))

/** The values of the form as a browser sends them. */
export function toFormValues(data: FormData): FormValues {
  const texts = textFields.map((name) => [name, String(data.get(name) ?? '')] as const)
  const choices = choiceFields.map((name) => [name, idsText(data.getAll(name).map(Number))] as const)
  const boxes = { allDay: data.has('allDay') ? 'yes' : '', weekdays: data.getAll('weekdays').join(',') }
  return { ...emptyValues, ...Object.fromEntries([...texts, ...choices]), ...boxes }
}

/** Puts values into the form. */
export function fillForm(form: HTMLFormElement, values: FormValues): void {
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>('[name]')) {
    const value = fieldOf(values, field.name)
    if (!(field instanceof HTMLInputElement && field.type === 'checkbox')) field.value = value
    else field.checked = field.name === 'allDay' ? value !== '' : value.split(',').includes(field.value)
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
  allDay: '',
  startDay: '',
  startTime: '',
  endDay: '',
  endTime: '',
  timeZone: '',
  ...noRepetition,
  ruleShift: '0',
  eventStatus: 'scheduled',
  eventStatusReason: '',
  attendance: 'offline',
  onlineUrl: '',
  description: '',
  cost: '',
  website: '',
  status: 'publish',
  venues: '',
  venueName: '',
  venueAddress: '',
  venueCity: '',
  organizers: '',
  organizerName: '',
  organizerEmail: '',
  categories: '',
  level: '',
  seats: '',
}

/** The values of the form for an event. */
export const toValues = (event: TownEvent): FormValues => ({
  ...emptyValues,
  title: event.title,
  allDay: event.allDay ? 'yes' : '',
  startDay: event.startDate.slice(0, 10),
  startTime: event.allDay ? '' : event.startDate.slice(11, 16),
  endDay: event.endDate.slice(0, 10),
  endTime: event.allDay ? '' : event.endDate.slice(11, 16),
  timeZone: event.timeZone,
  ...repetitionOf(event),
  eventStatus: event.eventStatus,
  eventStatusReason: event.eventStatusReason,
  attendance: event.attendance,
  onlineUrl: event.onlineUrl,
  description: event.description,
  cost: event.cost.text,
  website: event.website,
  // In the form, a scheduled event has the status of a published one.
  status: event.status === 'future' ? 'publish' : event.status,
  venues: idsText(event.venues.map(({ id }) => id)),
  organizers: idsText(event.organizers.map(({ id }) => id)),
  categories: idsText(event.categories.map(({ id }) => id)),
  level: event.fields.level ?? '',
  seats: String(event.fields.seats ?? ''),
})

/** The repetition of an event. The rule of a moved occurrence counts from its original day, `ruleShift` days after its start. */
function repetitionOf({ recurrence, startDate }: TownEvent): Partial<FormValues> {
  if (recurrence === null) return {}
  const onRule = recurrence.id === '' ? startDate : recurrence.id
  const ruleShift = String(daysBetween(startDate.slice(0, 10), onRule.slice(0, 10)))
  return { ...toRepetition(recurrence.rule, onRule), ruleShift }
}

/** The day from which the rule counts: the day of the start, or the original day of a moved occurrence. */
export const ruleDayOf = ({ startDay, ruleShift }: FormValues): string => addDays(startDay, Number(ruleShift))

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
  const isAllDay = values.allDay !== ''
  const start = ruleDayOf(values) + (isAllDay || values.startTime === '' ? '' : ` ${values.startTime}`)
  return new URLSearchParams({
    startDate: start,
    endDate: start,
    allDay: String(isAllDay),
    timeZone: values.timeZone,
    rule: ruleOf(values),
  })
}

/** The event that these values describe. Writing it also creates new venues and organizers. */
export function toInput(values: FormValues): EventInput<DeclaredFields> {
  const { title, allDay, timeZone, eventStatus, eventStatusReason, attendance, onlineUrl, description, cost, website, status } = values
  const moment = (day: string, time: string): string => (allDay !== '' || day === '' || time === '' ? day : `${day} ${time}`)
  const input = {
    title,
    allDay: allDay !== '',
    startDate: moment(values.startDay, values.startTime),
    endDate: moment(values.endDay, values.endTime),
    ...(timeZone !== '' && { timeZone }),
    recurrence: values.repeat === '' ? null : { rule: ruleOf(values) },
    eventStatus,
    eventStatusReason,
    attendance,
    onlineUrl,
    description,
    cost,
    website,
    status,
    categories: toIds(values.categories),
    venues: [...toIds(values.venues), ...made({ name: values.venueName, address: values.venueAddress, city: values.venueCity })],
    organizers: [...toIds(values.organizers), ...made({ name: values.organizerName, email: values.organizerEmail })],
    fields: { level: values.level || null, seats: toSeats(values.seats) },
  }
  // The values are texts as typed: the service refuses those that are none of its words and numbers, with the reason.
  return input as EventInput<DeclaredFields>
}

/** A number of seats; null clears it. The service refuses any other text, with its reason. */
const toSeats = (text: string): number | string | null => (text === '' ? null : Number.isNaN(Number(text)) ? text : Number(text))

/** The changes by the values that differ from `base`, so that what the form cannot show, such as seconds, stays. */
export function toChanges(base: FormValues, values: FormValues): Parameters<Calendar<DeclaredFields>['events']['update']>[1] {
  const before = new Map<string, unknown>(Object.entries(toInput(base)))
  const isChanged = ([name, value]: [string, unknown]): boolean => {
    if (name === 'recurrence') return repeatsOtherwise(base, values)
    return JSON.stringify(value) !== JSON.stringify(before.get(name))
  }
  return Object.fromEntries(Object.entries(toInput(values)).filter(isChanged))
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
