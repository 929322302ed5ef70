import type { Event } from '@kalends/core'
import Link from 'next/link'
import { type Language, textsIn } from '../lib/texts.ts'

/** Events below the days on which they start, by the clocks of their places. */
export function EventList({ events, language }: { events: readonly Event[]; language: Language }) {
  const days = Map.groupBy(events, ({ startDate }) => startDate.slice(0, 10))
  return [...days].map(([day, ofDay]) => (
    <section key={day}>
      <h2>
        <Day day={day} language={language} />
      </h2>
      <ul>
        {ofDay.map((event) => (
          <li key={event.id}>
            <Link href={`/events/${encodeURIComponent(event.slug)}`}>{event.title}</Link>
            <Note event={event} language={language} />
            <br />
            <Times event={event} language={language} />
            {event.venues.map(({ id, name }) => (
              <span key={id}> · {name}</span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** A day such as Saturday 31 May 2031. Browsers and Node may differ in its commas, and what the server has written may stay. */
export function Day({ day, language }: { day: string; language: Language }) {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'full', timeZone: 'UTC' })
  return (
    <time dateTime={day} suppressHydrationWarning>
      {format.format(new Date(`${day}T00:00:00Z`))}
    </time>
  )
}

/** Says that an event does not take place as announced. */
export function Note({ event: { eventStatus }, language }: { event: Event; language: Language }) {
  return eventStatus !== 'scheduled' && <strong> {textsIn(language)(eventStatus)}</strong>
}

/** The hours of an event with their time zone, and the last day of one that takes several. */
export function Times({ event, language }: { event: Event; language: Language }) {
  const { allDay, startDate, endDate, startMs, endMs, timeZone, timeZoneAbbreviation } = event
  const [firstDay, lastDay] = [startDate.slice(0, 10), endDate.slice(0, 10)]
  const last = lastDay > firstDay && <Day day={lastDay} language={language} />
  const text = textsIn(language)
  if (allDay && !last) return text('allDay')
  if (allDay) {
    return (
      <>
        {text('allDay')}, {text('until')} {last}
      </>
    )
  }
  return (
    <>
      <time dateTime={new Date(startMs).toISOString()}>{startDate.slice(11, 16)}</time> – {last}{' '}
      <time dateTime={new Date(endMs).toISOString()}>{endDate.slice(11, 16)}</time> <abbr title={timeZone}>{timeZoneAbbreviation}</abbr>
    </>
  )
}
