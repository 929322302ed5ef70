import type { CalendarOptions, EventInput } from 'fullcalendar'
import dayGrid from 'fullcalendar/daygrid'
import list from 'fullcalendar/list'
import theme from 'fullcalendar/themes/classic'
import timeGrid from 'fullcalendar/timegrid'
import { type CategoryColors, inkOnColor } from './palette.ts'
import { remarksOn, statusNames } from './remarks.ts'

const clock = { hour: '2-digit', minute: '2-digit', hour12: false } as const

/** The appearance and the texts of the calendar component, on narrow and on wide screens. */
export const look = (isNarrow: boolean): CalendarOptions => ({
  plugins: [dayGrid, timeGrid, list, theme],
  headerToolbar: { start: 'prev,next today', center: 'title', end: 'dayGridMonth,timeGridWeek,agenda' },
  initialView: isNarrow ? 'agenda' : 'dayGridMonth',
  views: {
    agenda: {
      type: 'list',
      duration: { days: 14 },
      titleFormat: { day: 'numeric', month: 'short', year: 'numeric' },
      listItemEventTimeClass: 'list-time',
      listItemEventTitleClass: 'list-title',
    },
  },
  locale: 'en-GB',
  firstDay: 1,
  height: 'auto',
  dayMaxEvents: isNarrow ? 2 : 4,
  // An event that ends before 05:00 is not shown on that day, only on the day before.
  nextDayThreshold: '05:00',
  slotDuration: '01:00',
  slotEventOverlap: false,
  nowIndicator: true,
  eventTimeFormat: clock,
  slotHeaderFormat: clock,
  toolbarTitleClass: 'calendar-title',
  prevHint: 'Earlier',
  nextHint: 'Later',
  todayHint: 'Today',
  eventDidMount: ({ el }) => readAsLink(el),
})

/** Gives an event the color of its category, and remarks such as `Draft` or `Cancelled` before its title. */
export function dress(input: EventInput, colorOf: CategoryColors['colorOf']): EventInput {
  // The format for the component has the names and values of the interface.
  const { status, event_status, categories } = input.extendedProps ?? {}
  const remarks = remarksOn({ status, eventStatus: event_status === 'moved_online' ? 'movedOnline' : event_status })
  return {
    ...input,
    title: [...remarks, input.title].join(': '),
    // Only the path: a link keeps the host name that the reader uses, which can differ from that of the public URL.
    url: new URL(input.url ?? '', location.href).pathname,
    color: colorOf(categories),
    contrastColor: inkOnColor,
    ...(statusNames[status] !== undefined && { className: 'unpublished' }),
  }
}

/** Removes the role `listitem` that the component gives to events in its list: it hides from screen readers that they are links. */
function readAsLink(event: HTMLElement): void {
  if (event.getAttribute('role') !== 'listitem') return
  event.removeAttribute('role')
  event.parentElement?.setAttribute('role', 'group')
}
