import { isCalendarError } from '@kalends/client'
import { Calendar, type EventInput } from 'fullcalendar'
import { api, client, personHeaders, unreachable } from './api.ts'
import { numberChips } from './chip-numbers.ts'
import { compareEvents, describeDifferences, showDifferences } from './differences.ts'
import { build, chip, one, say } from './dom.ts'
import { keepView } from './listing.ts'
import { readToken, watchEvents } from './live.ts'
import { dress, look } from './look.ts'
import { paintCategories } from './palette.ts'
import { currentPerson, showPerson } from './person.ts'
import { readByName } from './records.ts'
import { linkFeed, offerCopy } from './subscribe.ts'
import { currentZone, offerZones } from './zones.ts'

const filters = one('#filters', HTMLFormElement)
const message = one('#message', HTMLElement)
const count = one('#count', HTMLElement)

/** The view and the filters, as the query of the page's URL, so that going back from an event shows the same view. */
const state = new URLSearchParams(location.search)
function remember(): void {
  history.replaceState(null, '', state.size === 0 ? '/' : `/?${state}`)
  keepView(state)
}

/** The filters of the form, by the names of the interface; only those that were filled in. */
function readFilters(): URLSearchParams {
  const data = new FormData(filters)
  const given = new URLSearchParams()
  for (const name of ['search', 'venue', 'custom_fields[level]']) {
    const value = String(data.get(name) ?? '').trim()
    if (value !== '') given.set(name, value)
  }
  if (data.has('recurring')) given.set('recurring', 'next')
  const categories = data.getAll('categories').join(',')
  if (categories !== '') given.set('categories', categories)
  return given
}

/** Puts the filters of the URL into the form. */
function fillFilters(): void {
  one('#search', HTMLInputElement).value = state.get('search') ?? ''
  one('#venue', HTMLSelectElement).value = state.get('venue') ?? ''
  one('#level', HTMLSelectElement).value = state.get('custom_fields[level]') ?? ''
  one('[name=recurring]', HTMLInputElement, filters).checked = state.get('recurring') === 'next'
  const chosen = new Set(state.get('categories')?.split(','))
  for (const box of filters.querySelectorAll<HTMLInputElement>('input[name=categories]')) box.checked = chosen.has(box.value)
}

/** The number of requests of the component so far. */
let turns = 0

/** The events that are shown, and the query for them; undefined while the component reads them, and after it could not. */
let shown: { readonly query: URLSearchParams; readonly events: readonly EventInput[] } | undefined

/** Shows the numbers beside the categories for a query; there are none before the categories are read. */
let showNumbers: (query: URLSearchParams) => Promise<void> = async () => {}

/**
 * Reads the events of a window, in the format of the component. For visitors, its option `events:
 * '/calendar/events/v1/events/fullcalendar'` would do. Signed-in people are identified by a header, which the component does not send.
 */
async function readEvents(info: { startStr: string; endStr: string; timeZone: string }): Promise<EventInput[]> {
  const query = readFilters()
  query.set('start', info.startStr)
  query.set('end', info.endStr)
  query.set('timeZone', info.timeZone)
  if (currentPerson().token !== '') query.set('status', 'any')
  void showNumbers(query)
  const turn = ++turns
  shown = undefined
  const { events, problem } = await readFeed(query)
  // Only the response to the latest request is shown, even if an earlier one arrives after it.
  if (turn !== turns) return []
  if (events !== undefined) shown = { query, events }
  say(message, problem === undefined ? '' : `The events cannot be shown. ${problem}`)
  count.textContent = events === undefined ? '' : countText(events.length)
  return events ?? []
}

/** Reads the shown events again, and shows and tells the differences. @returns whether the present events are shown */
async function updateEvents(calendar: Calendar, dressOne: (event: EventInput) => EventInput): Promise<boolean> {
  const before = shown
  if (before === undefined) {
    calendar.refetchEvents()
    return false
  }
  const { events } = await readFeed(before.query)
  // Meanwhile the component reads other events, or has read them.
  if (events === undefined || shown !== before) return false
  const differences = compareEvents(before.events, events)
  const text = describeDifferences(differences)
  shown = { ...before, events }
  if (text === '') return true
  showDifferences(calendar, differences, dressOne)
  void showNumbers(before.query)
  count.textContent = `${countText(events.length)} ${text}`
  return true
}

/** A response in the format of the component. */
interface Feed {
  readonly events?: EventInput[]
  /** What went wrong, for people. */
  readonly problem?: string
}

async function readFeed(query: URLSearchParams): Promise<Feed> {
  try {
    const response = await fetch(`${api}/events/fullcalendar?${query}`, { headers: personHeaders() })
    const body = await response.json()
    return response.ok ? { events: body } : { problem: body.message }
  } catch {
    return { problem: unreachable }
  }
}

const countText = (number: number): string => (number === 0 ? 'No events here.' : number === 1 ? 'One event.' : `${number} events.`)

/** The calendar is of use without these filters. */
function withoutChoices(error: unknown): readonly never[] {
  if (!isCalendarError(error)) throw error
  return []
}

async function start(): Promise<void> {
  showPerson()
  offerCopy()
  const [token, categories, venues] = await Promise.all([
    readToken(),
    readByName(client.categories.each()).catch(withoutChoices),
    readByName(client.venues.each()).catch(withoutChoices),
  ])
  const { roots, rootIdOf, colorOf } = paintCategories(categories)
  const chips = roots.map((root) => {
    const label = chip('categories', root.id, root.name)
    label.style.setProperty('--chip', colorOf([root]))
    return label
  })
  one('#categories', HTMLElement).append(...chips)
  showNumbers = numberChips(chips, rootIdOf)
  one('#venue', HTMLSelectElement).append(...venues.map(({ id, name }) => build('option', { value: String(id) }, name)))
  fillFilters()

  const isNarrow = matchMedia('(max-width: 40rem)').matches
  // On a narrow screen the filters are closed unless one is set.
  one('#filter-box', HTMLDetailsElement).open = !isNarrow || readFilters().size > 0
  const dressOne = (event: EventInput): EventInput => dress(event, colorOf)
  const calendar = new Calendar(one('#calendar', HTMLElement), {
    ...look(isNarrow),
    ...(state.has('view') && { initialView: state.get('view') ?? '' }),
    ...(state.has('date') && { initialDate: state.get('date') ?? '' }),
    timeZone: currentZone(),
    events: readEvents,
    eventDataTransform: dressOne,
    datesSet: ({ view }) => {
      state.set('view', view.type)
      state.set('date', calendar.formatIso(calendar.getDate(), true))
      remember()
    },
  })
  calendar.render()
  offerZones(one('#zone', HTMLSelectElement), (zone) => calendar.setOption('timeZone', zone))
  listenTo(calendar)
  await watchEvents(token, () => updateEvents(calendar, dressOne))
}

/** Reads the events again when a filter changes; while somebody types, only after a pause of 250 ms. */
function listenTo(calendar: Calendar): void {
  let timer = 0
  filters.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLSelectElement && target.name === 'zone') return
    clearTimeout(timer)
    timer = window.setTimeout(
      () => {
        for (const name of ['search', 'venue', 'custom_fields[level]', 'recurring', 'categories']) state.delete(name)
        for (const [name, value] of readFilters()) state.set(name, value)
        remember()
        linkFeed(state)
        calendar.refetchEvents()
      },
      target instanceof HTMLInputElement && target.type === 'search' ? 250 : 0,
    )
  })
  filters.addEventListener('submit', (event) => event.preventDefault())
}

await start()
