import { isCalendarError } from '@kalends/client'
import { client, messageOf, messageOfOpening } from './api.ts'
import { build, one, say } from './dom.ts'
import { showHistory } from './history.ts'
import { explainListing } from './listing.ts'
import { nextDates } from './next-dates.ts'
import { currentPerson, mayWrite, showPerson } from './person.ts'
import { type TownEvent, toSlug } from './records.ts'
import { levelNames, remarksOn } from './remarks.ts'
import { repeatText } from './rule-words.ts'
import { ask, isOccurrence } from './scope.ts'
import { offerCopy } from './subscribe.ts'
import { whenText } from './times.ts'
import { currentZone } from './zones.ts'

const message = one('#message', HTMLElement)

/** Descriptions were sanitized when they were written. Nowhere else do the pages insert a text as HTML. */
const trusted = window.trustedTypes?.createPolicy('description', { createHTML: (safe) => safe })

function fact(name: string, ...values: readonly (Node | string)[]): readonly HTMLElement[] {
  return values.length === 0 || values[0] === '' ? [] : [build('dt', {}, name), build('dd', {}, ...values)]
}

const linkTo = (url: string): HTMLAnchorElement => build('a', { href: url, rel: 'noreferrer' }, new URL(url).host)

function factsOf(event: TownEvent, dates: readonly HTMLElement[]): readonly HTMLElement[] {
  const zone = currentZone()
  const { level, seats = '' } = event.fields
  const here = event.allDay ? '' : ` (${zone})`
  const there = event.allDay || zone === event.timeZone ? '' : `${whenText(event, event.timeZone)} (${event.timeZone})`
  const venues = event.venues.map(({ name, address, city }) =>
    build('p', {}, [name, address, city].filter((part) => part !== '').join(', ')),
  )
  const organizers = event.organizers.map(({ name, email }) =>
    build('p', {}, name, ...(email === '' ? [] : [' · ', build('a', { href: `mailto:${encodeURIComponent(email)}` }, email)])),
  )
  return [
    ...fact('When', build('p', {}, whenText(event, zone) + here), ...(there === '' ? [] : [build('p', { className: 'quiet' }, there)])),
    ...fact('Why', event.eventStatus === 'scheduled' ? '' : event.eventStatusReason),
    ...fact('Repeats', event.recurrence === null ? '' : repeatText(event.recurrence, event.startDate)),
    ...fact('Next dates', ...dates),
    ...fact('Where', ...venues),
    ...fact('Online', ...(event.onlineUrl === '' ? [] : [linkTo(event.onlineUrl)])),
    ...fact('Who invites', ...organizers),
    ...fact('Cost', event.cost.text),
    ...fact('For whom', level === undefined ? '' : levelNames[level]),
    ...fact('Seats', String(seats)),
    ...fact('Categories', event.categories.map(({ name }) => name).join(', ')),
    ...fact('Tags', event.tags.map(({ name }) => name).join(', ')),
    ...fact('Website', ...(event.website === '' ? [] : [linkTo(event.website)])),
  ]
}

async function show(event: TownEvent): Promise<void> {
  document.title = `${event.title} · Quellbrunn`
  one('#title', HTMLElement).textContent = event.title
  one('#badges', HTMLElement).append(...remarksOn(event).map((remark) => build('span', { className: 'badge' }, remark)))
  one('#facts', HTMLElement).append(...factsOf(event, await nextDates(event)))
  one('#description', HTMLElement).innerHTML = trusted?.createHTML(event.description) ?? event.description
  one('#event', HTMLElement).hidden = false
}

/** The buttons for changes to the event, for callers with the permission. */
function offerActions(event: TownEvent): void {
  one('#actions', HTMLElement).hidden = !mayWrite()
  one('#edit', HTMLAnchorElement).href = `${location.pathname}/edit`
  offerReview(event)
  one('#trash', HTMLButtonElement).addEventListener('click', async () => {
    const choice = await ask(one('#confirm', HTMLDialogElement), isOccurrence(event) ? ['this', 'following', 'all'] : [])
    if (choice === undefined) return
    try {
      await client.events.trash(event.id, { version: event.version, scope: choice.scope })
      location.assign('/')
    } catch (error) {
      const isOutdated = isCalendarError(error, 'version_conflict')
      const text = 'Somebody has changed this event since you opened it. Load the page again and look first.'
      say(message, isOutdated ? text : messageOf(error))
    }
  })
}

/** The link for those who may not change a published event, and the one that shows a draft to people without an account. */
function offerReview({ status, authorId }: TownEvent): void {
  const { id, token } = currentPerson()
  const propose = one('#propose', HTMLAnchorElement)
  propose.href = `${location.pathname}/propose`
  propose.hidden = !mayWrite() || status !== 'publish' || authorId === id
  const preview = one('#preview', HTMLFormElement)
  preview.action = `${location.pathname}/preview`
  preview.hidden = !mayWrite() || (status !== 'draft' && status !== 'pending')
  one('#preview input', HTMLInputElement).value = token
}

showPerson()
offerCopy()
try {
  const event = await client.events.get(toSlug(location.pathname.split('/')[2]))
  await show(event)
  offerActions(event)
  await Promise.all([explainListing(event), showHistory(event)])
} catch (error) {
  say(message, messageOfOpening(error))
  message.before(build('h1', {}, 'Not here'))
}
