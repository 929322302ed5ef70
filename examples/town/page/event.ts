import { send } from './api.ts'
import { build, one, say } from './dom.ts'
import { nextDates } from './next-dates.ts'
import { mayWrite, showPerson } from './person.ts'
import { repeatText } from './rule-words.ts'
import { ask, isOccurrence, scopeQuery } from './scope.ts'
import { offerCopy } from './subscribe.ts'
import { whenText } from './times.ts'
import { type EventBody, levelNames, remarksOn, venuesOf } from './wire.ts'
import { currentZone } from './zones.ts'

const path = `/events/by-slug/${location.pathname.split('/')[2] ?? ''}`
const message = one('#message', HTMLElement)

/** Descriptions were sanitized when they were written. Nowhere else do the pages insert a text as HTML. */
const trusted = window.trustedTypes?.createPolicy('description', { createHTML: (safe) => safe })

function fact(name: string, ...values: readonly (Node | string)[]): readonly HTMLElement[] {
  return values.length === 0 || values[0] === '' ? [] : [build('dt', {}, name), build('dd', {}, ...values)]
}

const linkTo = (url: string): HTMLAnchorElement => build('a', { href: url, rel: 'noreferrer' }, new URL(url).host)

function factsOf(event: EventBody, dates: readonly HTMLElement[]): readonly HTMLElement[] {
  const zone = currentZone()
  const { level = '', seats = '' } = event.custom_fields
  const here = event.all_day ? '' : ` (${zone})`
  const there = event.all_day || zone === event.timezone ? '' : `${whenText(event, event.timezone)} (${event.timezone})`
  const venues = venuesOf(event).map(({ venue, address, city }) =>
    build('p', {}, [venue, address, city].filter((part) => part !== '').join(', ')),
  )
  const organizers = event.organizer.map(({ organizer, email }) =>
    build('p', {}, organizer, ...(email === '' ? [] : [' · ', build('a', { href: `mailto:${encodeURIComponent(email)}` }, email)])),
  )
  return [
    ...fact('When', build('p', {}, whenText(event, zone) + here), ...(there === '' ? [] : [build('p', { className: 'quiet' }, there)])),
    ...fact('Repeats', event.recurrence === null ? '' : repeatText(event.recurrence, event.start_date)),
    ...fact('Next dates', ...dates),
    ...fact('Where', ...venues),
    ...fact('Online', ...(event.online_url === '' ? [] : [linkTo(event.online_url)])),
    ...fact('Who invites', ...organizers),
    ...fact('Cost', event.cost),
    ...fact('For whom', levelNames[level] ?? ''),
    ...fact('Seats', String(seats)),
    ...fact('Categories', event.categories.map(({ name }) => name).join(', ')),
    ...fact('Tags', event.tags.map(({ name }) => name).join(', ')),
    ...fact('Website', ...(event.website === '' ? [] : [linkTo(event.website)])),
  ]
}

async function show(event: EventBody): Promise<void> {
  document.title = `${event.title} · Quellbrunn`
  one('#title', HTMLElement).textContent = event.title
  one('#badges', HTMLElement).append(...remarksOn(event).map((remark) => build('span', { className: 'badge' }, remark)))
  one('#facts', HTMLElement).append(...factsOf(event, await nextDates(event)))
  one('#description', HTMLElement).innerHTML = trusted?.createHTML(event.description) ?? event.description
  one('#event', HTMLElement).hidden = false
}

/** The buttons for changes to the event, for callers with the permission. */
function offerActions(event: EventBody, etag: string): void {
  one('#actions', HTMLElement).hidden = !mayWrite()
  one('#edit', HTMLAnchorElement).href = `${location.pathname}/edit`
  one('#trash', HTMLButtonElement).addEventListener('click', async () => {
    const scope = await ask(one('#confirm', HTMLDialogElement), isOccurrence(event) ? ['this', 'following', 'all'] : [])
    if (scope === undefined) return
    const reply = await send('DELETE', path + scopeQuery(scope), { ifMatch: etag })
    if (reply.ok) location.assign('/')
    else if (reply.status === 412) say(message, 'Somebody has changed this event since you opened it. Load the page again and look first.')
    else say(message, reply.problem.message)
  })
}

showPerson()
offerCopy()
const reply = await send<EventBody>('GET', path)
if (reply.ok) {
  await show(reply.body)
  offerActions(reply.body, reply.etag)
} else {
  message.before(build('h1', {}, 'Not here'))
  say(message, reply.status === 404 ? 'There is no such event, or it is not for everybody to see.' : reply.problem.message)
}
