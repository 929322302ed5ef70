import { listAll, type Problem, type Reply, send, townZone } from './api.ts'
import { settleConflict } from './conflict.ts'
import { build, chip, one, say } from './dom.ts'
import { clearErrors, showErrors } from './form-errors.ts'
import { emptyValues, type FormValues, fillForm, readForm, scopesFor, toBody, toChanges, toValues } from './form-values.ts'
import { mayWrite, showPerson } from './person.ts'
import { offerWeekdays, showDates, showRepetition } from './repeat.ts'
import { ask, isOccurrence, scopeQuery } from './scope.ts'
import type { Category, EventBody, Organizer, Venue } from './wire.ts'

const form = one('#form', HTMLFormElement)
const message = one('#message', HTMLElement)

/** The edited event as it was read; undefined for a new event. */
let opened: Opened | undefined

/** An event that is edited. */
interface Opened {
  readonly id: number
  readonly etag: string
  readonly values: FormValues
  /** Whether it is an occurrence of a series. */
  readonly isDate: boolean
}

/** The slug in the URL `/event/{slug}/edit`; undefined for `/new`. */
const slug = location.pathname === '/new' ? undefined : location.pathname.split('/')[2]

async function start(): Promise<void> {
  showPerson()
  if (!mayWrite()) return say(message, 'Sign in at the top of the page to write events.')
  const [venues, organizers, categories] = await Promise.all([
    listAll<Venue>('venues', '&orderby=name&order=asc'),
    listAll<Organizer>('organizers', '&orderby=name&order=asc'),
    listAll<Category>('categories', '&hide_empty=false'),
  ])
  one('#venues', HTMLElement).append(...venues.map(({ id, venue }) => chip('venue', id, venue)))
  one('#organizers', HTMLElement).append(...organizers.map(({ id, organizer }) => chip('organizer', id, organizer)))
  one('#categories', HTMLElement).append(...categories.map(({ id, name }) => chip('categories', id, name)))
  offerWeekdays()
  one('#zones', HTMLElement).append(...Intl.supportedValuesOf('timeZone').map((value) => build('option', { value })))
  if (slug === undefined) return show({ ...emptyValues, timezone: townZone })
  one('#heading', HTMLElement).textContent = 'Edit the event'
  one('#cancel', HTMLAnchorElement).href = `/event/${slug}`
  const reply = await send<EventBody>('GET', `/events/by-slug/${slug}`)
  if (!reply.ok)
    return say(message, reply.status === 404 ? 'There is no such event, or it is not for everybody to see.' : reply.problem.message)
  open(reply)
  show(toValues(reply.body))
}

function open({ body, etag }: Extract<Reply<EventBody>, { ok: true }>): void {
  opened = { id: body.id, etag, values: toValues(body), isDate: isOccurrence(body) }
  one('#count-hint', HTMLElement).hidden = !opened.isDate
}

function show(values: FormValues): void {
  fillForm(form, values)
  form.hidden = false
  showTimes()
  showRepetition(form, true)
  void showDates(readForm(form))
}

/** Hides the times of an all-day event. */
function showTimes(): void {
  const isAllDay = one('[name=all_day]', HTMLInputElement, form).checked
  for (const input of form.querySelectorAll<HTMLInputElement>('input[type=time]')) input.hidden = isAllDay
}

async function save(): Promise<void> {
  clearErrors(form)
  say(message, '')
  const mine = readForm(form)
  const reply = opened === undefined ? await send<EventBody>('POST', '/events', { body: toBody(mine) }) : await change(opened, mine)
  if (reply === undefined) return
  if (reply.ok) return location.assign(`/event/${encodeURIComponent(reply.body.slug)}`)
  if (reply.problem.code === 'version_conflict') return resolveConflict(mine)
  showErrors(form, message, problemOf(reply))
}

/** Saves a changed event. Asks for the scope first if it is an occurrence; undefined if the person cancels. */
async function change({ id, etag, values, isDate }: Opened, mine: FormValues): Promise<Reply<EventBody> | undefined> {
  const scope = isDate ? await ask(one('#confirm', HTMLDialogElement), scopesFor(values, mine)) : ''
  if (scope === undefined) return undefined
  // The ETag of the version in the form is sent along, so that a concurrent change is not overwritten.
  return send<EventBody>('PATCH', `/events/${id}${scopeQuery(scope)}`, { body: toChanges(values, mine), ifMatch: etag })
}

/** The problem of a failed request; a missing event gets a message of the form's own. */
const problemOf = ({ status, problem }: Extract<Reply<EventBody>, { ok: false }>): Problem =>
  status === 404 || status === 410 ? { ...problem, message: 'Somebody has put this event into the trash meanwhile.' } : problem

/** Handles a version conflict: reads the other version, shows what differs, and fills the form with the decision. */
async function resolveConflict(mine: FormValues): Promise<void> {
  if (opened === undefined) return
  const { values: base, id } = opened
  const reply = await send<EventBody>('GET', `/events/${id}`)
  if (!reply.ok) return showErrors(form, message, problemOf(reply))
  open(reply)
  const { values, kept } = await settleConflict({ base, mine, theirs: toValues(reply.body) }, textOf)
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
  if (boxes.length === 0 || name === 'all_day') return value
  return value
    .split(',')
    .map((id) => boxes.find((box) => box.value === id)?.parentElement?.textContent ?? id)
    .join(', ')
}

form.addEventListener('input', ({ target }) => {
  showTimes()
  const isAboutDates = target instanceof Element && target.closest('.times, .repeat, [data-field=all_day]') !== null
  if (!isAboutDates) return
  showRepetition(form, false)
  void showDates(readForm(form))
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void save()
})

await start()
