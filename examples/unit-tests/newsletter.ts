import { type Calendar, type Event, publicReadOnly, todayLocal } from '@kalends/core'
import type { Town } from './town.ts'

const dayMs = 86_400_000

/** The days of a week as people write them; a day by itself has no zone, so it is read and written in UTC. */
const dayName = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

/** What everybody may see from now until the end of Sunday, day by day, as plain text. */
export async function weekly(calendar: Calendar<Town>): Promise<string> {
  const nowMs = calendar.clock.nowMs()
  const today = todayLocal(nowMs, calendar.timeZone)
  const monday = nextMonday(today)
  const events: LocalEvent[] = []
  const readers = calendar.as(null, publicReadOnly())
  // A bound without an offset is compared with the wall time of the event's own zone, which can be a day ahead or behind.
  for await (const event of readers.events.each({ from: addDays(today, -1), to: monday }, { by: 'start' })) {
    const local = toLocal(event, calendar.timeZone)
    const isOver = event.allDay ? local.lastDay < today : event.endMs <= nowMs
    if (!isOver && local.day < monday) events.push(local)
  }
  if (events.length === 0) return 'Nothing is on this week.'
  events.sort((a, b) => compare(a.day, b.day) || Number(b.event.allDay) - Number(a.event.allDay) || a.event.startMs - b.event.startMs)
  const days = Map.groupBy(events, ({ day }) => (day < today ? today : day))
  return [...days]
    .map(([day, ofDay]) => [dayName.format(Date.parse(day)), ...ofDay.map((event) => line(event, today))].join('\n'))
    .join('\n\n')
}

/** An event with its first and last day, `YYYY-MM-DD`, and its time in the zone of the newsletter. */
interface LocalEvent {
  readonly event: Event<Town>
  readonly day: string
  readonly lastDay: string
  readonly time: string
}

/** A whole day is the same date in every zone; a time is not. */
function toLocal(event: Event<Town>, timeZone: string): LocalEvent {
  if (event.allDay) return { event, day: event.startDate.slice(0, 10), lastDay: event.endDate.slice(0, 10), time: 'all day' }
  const [day = '', time = ''] = inZone(event.startMs, timeZone).split(' ')
  return { event, day, lastDay: inZone(event.endMs, timeZone).slice(0, 10), time }
}

/** An instant as `YYYY-MM-DD HH:MM` in a zone; Swedes write it in this way. */
const inZone = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(ms)

function line({ event, day, lastDay, time }: LocalEvent, today: string): string {
  const { title, venues, cost, fields } = event
  const when = day < today ? `until ${dayName.format(Date.parse(lastDay))}` : time
  const level = fields.level === undefined ? '' : ` (${fields.level})`
  return [`  ${when}  ${title}${level}`, venues[0]?.name, cost.text].filter((text) => text !== undefined && text !== '').join(', ')
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const addDays = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** The first day of the week that comes after a day, `YYYY-MM-DD`. */
const nextMonday = (today: string): string => addDays(today, (8 - new Date(Date.parse(today)).getUTCDay()) % 7 || 7)
