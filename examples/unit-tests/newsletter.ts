import { type Calendar, defaultDates, type Event } from '@kalends/core'

const dayMs = 86_400_000

/** The days of a week as people write them; a day by itself has no zone, so it is read and written in UTC. */
const dayName = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

/** What is on from now until the end of Sunday, day by day, as plain text. */
export async function weekly(calendar: Calendar): Promise<string> {
  const nowMs = calendar.clock.nowMs()
  const today = defaultDates(nowMs, calendar.timeZone).start
  const events: Event[] = []
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const list = await calendar.events.list({ endsAfter: new Date(nowMs).toISOString(), startsBefore: nextMonday(today), page })
    events.push(...list.items)
    totalPages = list.totalPages
  }
  if (events.length === 0) return 'Nothing is on this week.'
  const days = Map.groupBy(events, ({ startDate }) => (startDate < today ? today : startDate.slice(0, 10)))
  return [...days]
    .map(([day, ofDay]) => [dayName.format(Date.parse(day)), ...ofDay.map((event) => line(event, today))].join('\n'))
    .join('\n\n')
}

function line(event: Event, today: string): string {
  const { title, startDate, endDate, allDay, venues, cost } = event
  const ends = dayName.format(Date.parse(endDate.slice(0, 10)))
  const time = startDate < today ? `until ${ends}` : allDay ? 'all day' : startDate.slice(11, 16)
  return [`  ${time}  ${title}`, venues[0]?.name, cost.text].filter((text) => text !== undefined && text !== '').join(', ')
}

/** The first day of the week that comes after a day, `YYYY-MM-DD`. */
function nextMonday(today: string): string {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  return new Date(Date.parse(today) + ((8 - weekday) % 7 || 7) * dayMs).toISOString().slice(0, 10)
}
