import { readFileSync } from 'node:fs'
import { createClient, isCalendarError } from '@kalends/client'
import type { Calendar, CalendarClient } from '@kalends/core'
import type { DeclaredFields } from 'example-server/fields.ts'
import { type Html, html } from 'example-server/html.ts'
import type { Settings } from 'example-server/settings.ts'
import { answerDates } from './dates.ts'
import { fillMarkup } from './fill-markup.ts'
import { headers, personField, problemPage, readOwnForm, renderPlain } from './own-form.ts'
import { labelOf } from './page/field-names.ts'
import { emptyValues, type FormValues, scopesFor, toChanges, toDatesQuery, toFormValues, toInput, toValues } from './page/form-values.ts'
import { readByName, type TownEvent, toSlug } from './page/records.ts'
import { remarksOn } from './page/remarks.ts'
import { weekdayNames } from './page/rule.ts'
import { dayText, weekdayText } from './page/rule-words.ts'
import { isOccurrence, scopeNames } from './page/scope.ts'

/** The largest accepted form in bytes. */
const maxBytes = 1_000_000

const markup = readFileSync(new URL('page/form.html', import.meta.url), 'utf8')

/** Options of the form without JavaScript. */
export interface PlainFormOptions {
  readonly settings: Settings
  readonly publicUrl: string
  readonly calendar: Calendar
  /** The handler of the interface; the form calls it through a client, as the pages do. */
  readonly handle: (request: Request) => Promise<Response>
}

/** The shown form. */
interface Shown {
  readonly values: FormValues
  /** The edited event; undefined for a new event. */
  readonly event?: TownEvent | undefined
  /** The version that the form was filled with. */
  readonly version?: string
  /** The token of the signed-in person. */
  readonly token?: string
  /** The chosen scope. */
  readonly scope?: string
  /** Whether it was saved just now. */
  readonly isSaved?: boolean
  /** What is wrong. */
  readonly messages?: readonly string[]
  /** The first dates of the rule. */
  readonly dates?: readonly string[]
}

type Client = CalendarClient<DeclaredFields>

/** The options, with what calls the interface. */
interface Server extends PlainFormOptions {
  /** The calendar as the person with a token has it; without a token, as visitors do. */
  clientOf(token: string): Client
}

/**
 * The form without JavaScript, at `/plain` for a new event and at `/event/{slug}/plain`: the server fills it in, and sends what was typed
 * to the interface.
 * @returns a function that answers requests of the form; undefined for all others
 */
export function createPlainForm(options: PlainFormOptions): (request: Request) => Promise<Response> | undefined {
  const { settings, publicUrl, handle } = options
  const common = { baseUrl: `${publicUrl}${settings.basePath}/${settings.namespace}`, fetch: handle, retries: 0 }
  const clientOf = (token: string): Client =>
    createClient<DeclaredFields>({ ...common, ...(token !== '' && { headers: { authorization: `Bearer ${token}` } }) })
  const server: Server = { ...options, clientOf }
  return (request) => {
    const url = URL.canParse(request.url) ? new URL(request.url) : undefined
    const found = /^(?:\/event\/([^/]+))?\/plain$/.exec(url?.pathname ?? '')
    if (found === null) return undefined
    if (request.method === 'POST') return save(server, request, found[1]).catch(toProblemPage)
    return request.method === 'GET' ? show(server, found[1], url?.searchParams.has('saved') ?? false).catch(toProblemPage) : undefined
  }
}

async function show(server: Server, slug: string | undefined, isSaved: boolean): Promise<Response> {
  const event = await open(server.clientOf(''), slug)
  if (event === undefined) return respond(server, 200, { values: { ...emptyValues, timeZone: server.settings.timeZone } })
  return respond(server, 200, { values: toValues(event), event, version: String(event.version), isSaved })
}

async function save(server: Server, request: Request, slug: string | undefined): Promise<Response> {
  const data = await readOwnForm(request, maxBytes)
  if (data instanceof Response) return data
  const textOf = (name: string): string => String(data.get(name) ?? '')
  const [values, token, version] = [toFormValues(data), textOf('person'), textOf('version')]
  const client = server.clientOf(token)
  const [event, seen] = await Promise.all([open(client, slug), open(server.clientOf(''), slug)])
  const shown: Shown = { values, token, event, version, scope: textOf('scope') }
  if (data.has('show')) return respond(server, 200, { ...shown, ...(await readDates(server.calendar, values)) })
  const isDate = event !== undefined && isOccurrence(event)
  const scope = isDate ? scopesFor(toValues(event), values).find((name) => name === textOf('scope')) : undefined
  if (isDate && scope === undefined)
    return respond(server, 400, { ...shown, messages: ['Another repetition cannot be saved for this date alone: choose which dates.'] })
  try {
    // The form shows what visitors see: what they do not see, such as the draft of a venue, is no change of it.
    const saved = await (event === undefined || seen === undefined
      ? client.events.create(toInput(values))
      : client.events.update(event.id, toChanges(toValues(seen), values), { version: Number(version), scope }))
    return new Response(null, { status: 303, headers: { ...headers, Location: `/event/${encodeURIComponent(saved.slug)}/plain?saved` } })
  } catch (error) {
    return respond(server, statusOf(error), { ...shown, messages: messagesOf(error) })
  }
}

/** The page for what cannot be read. @throws any error that is not one of the calendar */
function toProblemPage(error: unknown): Response {
  const status = statusOf(error)
  const isOfEvent = status < 500
  return problemPage(
    status,
    isOfEvent
      ? 'There is no such event, or it is not for everybody to see.'
      : 'The calendar cannot be read at the moment. Try again later.',
  )
}

/** The status of a failed call. @throws any error that is not one of the calendar */
function statusOf(error: unknown): number {
  if (!isCalendarError(error)) throw error
  return error.status ?? 503
}

/** Reads the event with the slug in the URL; undefined for a new event. @throws CalendarError as the interface answers */
async function open({ events }: Client, slug: string | undefined): Promise<TownEvent | undefined> {
  return slug === undefined ? undefined : events.get(toSlug(slug))
}

async function respond({ clientOf, settings }: Server, status: number, shown: Shown): Promise<Response> {
  const visitor = clientOf('')
  const [venues, organizers, categories] = await Promise.all([
    readByName(visitor.venues.each()),
    readByName(visitor.organizers.each()),
    readByName(visitor.categories.each()),
  ])
  const choices = {
    venues: venues.map(({ id, name }) => chip('venues', id, name)),
    organizers: organizers.map(({ id, name }) => chip('organizers', id, name)),
    categories: categories.map(({ id, name }) => chip('categories', id, name)),
    weekdays: weekdayNames.map((name) => chip('weekdays', name, weekdayText(name))),
  }
  return new Response(render(settings, shown, choices), { status, headers })
}

/** What is wrong, in the words of the form. @throws any error that is not one of the calendar */
function messagesOf(error: unknown): readonly string[] {
  if (!isCalendarError(error)) throw error
  if (error.code === 'version_conflict') return ['Somebody else has saved this event meanwhile. Open it again, and look first.']
  return error.code === 'invalid_input' ? reasonsOf(error.details.params) : [error.message]
}

/** The reasons for which fields are refused. */
const reasonsOf = (params: Readonly<Record<string, string>>): readonly string[] => [
  'The event is not saved yet.',
  ...Object.entries(params).map(([name, reason]) => `${labelOf(name)} ${reason}.`),
]

async function readDates(calendar: Calendar, values: FormValues): Promise<Pick<Shown, 'dates' | 'messages'>> {
  const answer = await (await answerDates(calendar, toDatesQuery(values))).json()
  if (answer.dates === undefined) return { messages: reasonsOf(answer.params) }
  return { dates: answer.dates.map(({ startDate }: { startDate: string }) => dayText(startDate.slice(0, 10), { dateStyle: 'full' })) }
}

const chip = (name: string, value: number | string, text: string): Html =>
  html`<label class="chip"><input type="checkbox" name="${name}" value="${String(value)}">${text}</label>`

function render(settings: Settings, shown: Shown, choices: Readonly<Record<string, readonly Html[]>>): string {
  const { values, event, messages = [], dates = [], isSaved = false } = shown
  const heading = event === undefined ? 'New event' : 'Edit the event'
  let form = markup.slice(markup.indexOf('<form'), markup.indexOf('<dialog'))
  for (const [id, chips] of Object.entries(choices))
    form = form.replace(`<div id="${id}"></div>`, () => `<div id="${id}">${html`${chips}`.markup}</div>`)
  // Each replaced text contains an angle bracket, which is escaped in typed values.
  form = fillMarkup(form, values)
    .replace('<legend>On weekdays', '<legend>On weekdays, beside that of the start')
    .replace(' novalidate hidden>', ' method="post">')
    .replace(/ hidden>By a rule of its own/, () =>
      values.repeat === 'RULE' ? `>${html`By the rule ${values.rule}`.markup}` : ' disabled hidden>',
    )
    .replace(
      '<div id="dates" class="dates" role="status"></div>',
      () =>
        html`<div class="dates"><ul>${dates.map((day) => html`<li>${day}</li>`)}</ul><p><button name="show" value="yes" class="plain">Show the first dates</button></p></div>`
          .markup,
    )
    .replace('<p class="actions">', () => `${extraFields(settings, shown).markup}<p class="actions">`)
  const notes = messages.map((text) => html`<p>${text}</p>`)
  const remarks = event === undefined ? [] : remarksOn(event).map((text) => html`<p class="badges"><span class="badge">${text}</span></p>`)
  const saved = isSaved ? html`<p role="status">The event is saved.</p>` : html``
  const notice = notes.length === 0 ? saved : html`<div class="notice" role="alert">${notes}</div>`
  const link = event === undefined ? html`<p><a href="/import">Import events from a file</a></p>` : html``
  return renderPlain(heading, html`${remarks}${notice}${link}${{ markup: form }}`)
}

/** The fields that the pages with JavaScript show elsewhere: the scope, and the signed-in person. */
function extraFields({ access }: Settings, { event, version = '', token = '', scope: chosen = '' }: Shown): Html {
  const isDate = event !== undefined && isOccurrence(event)
  const radios = Object.entries(scopeNames).map(
    ([scope, text]) =>
      html`<label class="check"><input type="radio" name="scope" value="${scope}"${scope === (chosen || 'this') ? html` checked` : ''}> ${text}</label>`,
  )
  return html`<input type="hidden" name="version" value="${version}">
${isDate ? html`<fieldset class="scopes"><legend>Which dates?</legend>${radios}</fieldset>` : ''}
${personField(access, token)}`
}
