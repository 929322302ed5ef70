import { isCalendarError } from '@kalends/client'
import { client, language, messageOfOpening, townZone } from './api.ts'
import { showBusy } from './busy.ts'
import { settleConflict } from './conflict.ts'
import { build, chip, one, say } from './dom.ts'
import { labelOf } from './field-names.ts'
import { clearErrors, showErrors } from './form-errors.ts'
import { emptyValues, type FormValues, fillForm, readForm, scopesFor, toChanges, toInput, toValues } from './form-values.ts'
import { mayWrite, showPerson } from './person.ts'
import { readByName, type TownEvent, toSlug } from './records.ts'
import { offerWeekdays, showDates, showRepetition } from './repeat.ts'
import { ask, isOccurrence } from './scope.ts'

const form = one('#form', HTMLFormElement)
const message = one('#message', HTMLElement)

/** The edited event as it was read; undefined for a new event. */
let opened: Opened | undefined

/** An event that is edited. */
interface Opened {
  readonly id: number
  readonly version: number
  readonly values: FormValues
  /** Whether it is an occurrence of a series. */
  readonly isDate: boolean
}

/** The slug in the URL `/event/{slug}/edit`; undefined for `/new`. */
const slug = location.pathname === '/new' ? undefined : toSlug(location.pathname.split('/')[2])

async function start(): Promise<void> {
  showPerson()
  translateLabels()
  if (!mayWrite()) return say(message, 'Sign in at the top of the page to write events.')
  try {
    await offerChoices()
    if (slug === undefined) return show({ ...emptyValues, timeZone: townZone })
    one('#heading', HTMLElement).textContent = 'Edit the event'
    one('#cancel', HTMLAnchorElement).href = `/event/${encodeURIComponent(slug)}`
    show(open(await client.events.get(slug)))
  } catch (error) {
    say(message, messageOfOpening(error))
  }
}

/** Writes the labels of the fields in the language of the form. */
function translateLabels(): void {
  if (language === undefined) return
  form.lang = language
  for (const field of form.querySelectorAll<HTMLElement>('[data-field]')) {
    const label = field.querySelector('legend, label:not(.check)')
    if (label !== null) label.textContent = labelOf(field.dataset['field'] ?? '', language)
  }
}

/** Offers drafts too. Without all choices the form is not shown: saving it would remove those that are missing. */
async function offerChoices(): Promise<void> {
  const [venues, organizers, categories] = await Promise.all([
    readByName(client.venues.each({ status: 'any' })),
    readByName(client.organizers.each({ status: 'any' })),
    readByName(client.categories.each()),
  ])
  one('#venues', HTMLElement).append(...venues.map(({ id, name }) => chip('venues', id, name)))
  one('#organizers', HTMLElement).append(...organizers.map(({ id, name }) => chip('organizers', id, name)))
  one('#categories', HTMLElement).append(...categories.map(({ id, name }) => chip('categories', id, name)))
  offerWeekdays()
  one('#zones', HTMLElement).append(...Intl.supportedValuesOf('timeZone').map((value) => build('option', { value })))
}

/** Takes an event as the one that is edited, and returns the values of the form for it. */
function open(event: TownEvent): FormValues {
  const values = toValues(event)
  opened = { id: event.id, version: event.version, values, isDate: isOccurrence(event) }
  one('#count-hint', HTMLElement).hidden = !opened.isDate
  return values
}

function show(values: FormValues): void {
  fillForm(form, values)
  form.hidden = false
  showTimes()
  showRepetition(form, true)
  void showDates(readForm(form))
  showTaken()
}

/** Says when the chosen venues are taken. */
const showTaken = (): void => void showBusy(readForm(form), opened?.id, (id) => textOf('venues', id))

/** Hides the times of an all-day event. */
function showTimes(): void {
  const isAllDay = one('[name=allDay]', HTMLInputElement, form).checked
  for (const input of form.querySelectorAll<HTMLInputElement>('input[type=time]')) input.hidden = isAllDay
}

async function save(): Promise<void> {
  clearErrors(form)
  say(message, '')
  const mine = readForm(form)
  try {
    const saved = await (opened === undefined ? client.events.create(toInput(mine)) : change(opened, mine))
    if (saved !== undefined) location.assign(`/event/${encodeURIComponent(saved.slug)}`)
  } catch (error) {
    if (opened === undefined || !isCalendarError(error, 'version_conflict')) return showErrors(form, message, error)
    await resolveConflict(opened, mine)
  }
}

/** Saves a changed event. Asks for the scope first if it is an occurrence; undefined if the person cancels. */
async function change({ id, version, values, isDate }: Opened, mine: FormValues): Promise<TownEvent | undefined> {
  const choice = isDate ? await ask(one('#confirm', HTMLDialogElement), scopesFor(values, mine)) : { scope: undefined }
  // With the version in the form, a concurrent change is not overwritten.
  return choice && client.events.update(id, toChanges(values, mine), { version, scope: choice.scope })
}

/** Handles a version conflict: reads the other version, shows what differs, and fills the form with the decision. */
async function resolveConflict({ id, values: base }: Opened, mine: FormValues): Promise<void> {
  const event = await client.events.get(id).catch((error) => showErrors(form, message, error))
  if (event === undefined) return
  const { values, kept } = await settleConflict({ base, mine, theirs: open(event) }, textOf)
  show(values)
  offerToBringBack(kept)
  one('#title', HTMLInputElement).focus()
}

function offerToBringBack(kept: FormValues | undefined): void {
  const note = one('#kept', HTMLElement)
  note.hidden = kept === undefined
  if (kept === undefined) return
  one('#bring-back', HTMLButtonElement).onclick = () => {
    show(kept)
    note.hidden = true
    one('#title', HTMLInputElement).focus()
  }
}

/** A value as a text for people: the label of a choice instead of its id. */
function textOf(name: string, value: string): string {
  if (value === '') return '—'
  const boxes = [...form.querySelectorAll<HTMLInputElement>(`input[type=checkbox][name=${name}]`)]
  const option = form.querySelector(`select[name=${name}] option[value="${CSS.escape(value)}"]`)
  if (option !== null) return option.textContent
  if (boxes.length === 0 || name === 'allDay') return value
  return value
    .split(',')
    .map((id) => boxes.find((box) => box.value === id)?.parentElement?.textContent ?? id)
    .join(', ')
}

form.addEventListener('input', ({ target }) => {
  showTimes()
  const isIn = (selector: string): boolean => target instanceof Element && target.closest(selector) !== null
  if (isIn('.times, [data-field=allDay], [data-field=venues]')) showTaken()
  if (!isIn('.times, .repeat, [data-field=allDay]')) return
  showRepetition(form, false)
  void showDates(readForm(form))
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void save()
})

await start()
