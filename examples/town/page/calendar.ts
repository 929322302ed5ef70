import { Calendar, type EventInput } from 'fullcalendar'
import dayGrid from 'fullcalendar/daygrid'
import list from 'fullcalendar/list'
import theme from 'fullcalendar/themes/classic'
import timeGrid from 'fullcalendar/timegrid'
import { listAll, send } from './api.ts'
import { build, chip, one, say } from './dom.ts'
import { inkOnColor, paintCategories } from './palette.ts'
import { currentPerson, showPerson } from './person.ts'
import { type Category, statusNames, type Venue } from './wire.ts'
import { currentZone, offerZones } from './zones.ts'

const filters = one('#filters', HTMLFormElement)
const message = one('#message', HTMLElement)
const count = one('#count', HTMLElement)

/** What the page shows, as the address says it: so that the way back from an event leads to the same view. */
const state = new URLSearchParams(location.search)
const remember = (): void => history.replaceState(null, '', state.size === 0 ? '/' : `/?${state}`)

/** The filters of the form, by the names of the interface; only those that were filled in. */
function readFilters(): URLSearchParams {
  const data = new FormData(filters)
  const given = new URLSearchParams()
  for (const name of ['search', 'venue']) {
    const value = String(data.get(name) ?? '').trim()
    if (value !== '') given.set(name, value)
  }
  const categories = data.getAll('categories').join(',')
  if (categories !== '') given.set('categories', categories)
  return given
}

/** Puts the filters of the address into the form. */
function fillFilters(): void {
  one('#search', HTMLInputElement).value = state.get('search') ?? ''
  one('#venue', HTMLSelectElement).value = state.get('venue') ?? ''
  const chosen = new Set(state.get('categories')?.split(','))
  for (const box of filters.querySelectorAll<HTMLInputElement>('input[name=categories]')) box.checked = chosen.has(box.value)
}

/**
 * The events of a window. For visitors `events: '/calendar/events/v1/feed'` would be all that the component needs;
 * who is signed in has to say so in a header, which it does not send.
 */
async function readFeed(info: { startStr: string; endStr: string; timeZone: string }): Promise<EventInput[]> {
  const query = readFilters()
  query.set('start', info.startStr)
  query.set('end', info.endStr)
  query.set('timeZone', info.timeZone)
  if (currentPerson().token !== '') query.set('status', 'any')
  const reply = await send<EventInput[]>('GET', `/feed?${query}`)
  say(message, reply.ok ? '' : `The events cannot be shown. ${reply.problem.message}`)
  count.textContent = reply.ok ? countText(reply.body.length) : ''
  return reply.ok ? reply.body : []
}

const countText = (number: number): string => (number === 0 ? 'No events here.' : number === 1 ? 'One event.' : `${number} events.`)

/** In its list the component calls events list items, which hides from screen readers that they are links. */
function readAsLink(event: HTMLElement): void {
  if (event.getAttribute('role') !== 'listitem') return
  event.removeAttribute('role')
  event.parentElement?.setAttribute('role', 'group')
}

const clock = { hour: '2-digit', minute: '2-digit', hour12: false } as const

async function start(): Promise<void> {
  showPerson()
  const [categories, venues] = await Promise.all([
    listAll<Category>('categories', '&hide_empty=false'),
    listAll<Venue>('venues', '&orderby=name&order=asc'),
  ])
  const { roots, colorOf } = paintCategories(categories)
  one('#categories', HTMLElement).append(
    ...roots.map((root) => {
      const label = chip('categories', root.id, root.name)
      label.style.setProperty('--chip', colorOf([root]))
      return label
    }),
  )
  one('#venue', HTMLSelectElement).append(...venues.map(({ id, venue }) => build('option', { value: String(id) }, venue)))
  fillFilters()

  const isNarrow = matchMedia('(max-width: 40rem)').matches
  // On a phone events come first; filters that hold stay in sight.
  one('#filter-box', HTMLDetailsElement).open = !isNarrow || readFilters().size > 0
  const calendar = new Calendar(one('#calendar', HTMLElement), {
    plugins: [dayGrid, timeGrid, list, theme],
    views: {
      agenda: {
        type: 'list',
        duration: { days: 14 },
        titleFormat: { day: 'numeric', month: 'short', year: 'numeric' },
        listItemEventTimeClass: 'list-time',
        listItemEventTitleClass: 'list-title',
      },
    },
    initialView: state.get('view') ?? (isNarrow ? 'agenda' : 'dayGridMonth'),
    ...(state.has('date') && { initialDate: state.get('date') ?? '' }),
    timeZone: currentZone(),
    locale: 'en-GB',
    firstDay: 1,
    height: 'auto',
    dayMaxEvents: isNarrow ? 2 : 4,
    // What ends in the small hours belongs to the evening before.
    nextDayThreshold: '05:00',
    slotDuration: '01:00',
    slotEventOverlap: false,
    nowIndicator: true,
    eventTimeFormat: clock,
    slotHeaderFormat: clock,
    toolbarTitleClass: 'calendar-title',
    headerToolbar: { start: 'prev,next today', center: 'title', end: 'dayGridMonth,timeGridWeek,agenda' },
    prevHint: 'Earlier',
    nextHint: 'Later',
    todayHint: 'Today',
    eventDidMount: ({ el }) => readAsLink(el),
    events: readFeed,
    eventDataTransform: (input: EventInput): EventInput => {
      const { status: stored, categories: given } = input.extendedProps ?? {}
      const name = statusNames[stored]
      return {
        ...input,
        title: [name, input.title].filter((part) => part !== undefined).join(': '),
        // The town may be reached by more names than its own: a link stays with the one that the reader uses.
        url: new URL(input.url ?? '', location.href).pathname,
        color: colorOf(given),
        contrastColor: inkOnColor,
        ...(name !== undefined && { className: 'unpublished' }),
      }
    },
    datesSet: ({ view }) => {
      state.set('view', view.type)
      state.set('date', calendar.formatIso(calendar.getDate(), true))
      remember()
    },
  })
  calendar.render()
  offerZones(one('#zone', HTMLSelectElement), (zone) => calendar.setOption('timeZone', zone))
  listenTo(calendar)
}

/** Asks again when a filter changes; while somebody types, only when they pause. */
function listenTo(calendar: Calendar): void {
  let timer = 0
  filters.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLSelectElement && target.name === 'zone') return
    clearTimeout(timer)
    timer = window.setTimeout(
      () => {
        for (const name of ['search', 'venue', 'categories']) state.delete(name)
        for (const [name, value] of readFilters()) state.set(name, value)
        remember()
        calendar.refetchEvents()
      },
      target instanceof HTMLInputElement && target.type === 'search' ? 250 : 0,
    )
  })
  filters.addEventListener('submit', (event) => event.preventDefault())
}

await start()
