import Link from 'next/link'
import { notFound } from 'next/navigation'
import { textsIn } from '../../../lib/texts.ts'
import { readVisitor } from '../../../lib/visitor.ts'
import { Day, Note, Times } from '../../event-list.tsx'

/** One event. */
export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  const { language, isEditor, calendar } = await readVisitor()
  const event = (await calendar.events.find(decodeURIComponent((await params).slug))) ?? notFound()
  const text = textsIn(language)
  const facts = [
    [text('venues'), event.venues.map(({ name, city }) => [name, city].filter(Boolean).join(', ')).join('; ')],
    [text('categories'), event.categories.map(({ name }) => name).join(', ')],
    [text('cost'), event.cost.text],
  ].filter(([, value]) => value !== '')
  return (
    <>
      <title>{event.title}</title>
      <h1>{event.title}</h1>
      <p>
        <Day day={event.startDate.slice(0, 10)} language={language} />
        <br />
        <Times event={event} language={language} />
        <Note event={event} language={language} />
      </p>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={`/api/calendar/events/v1/events/${event.id}.ics`}>{text('file')}</a>
      </p>
      {isEditor && (
        <p>
          <Link href={`/edit?event=${event.id}`}>{text('change')}</Link>
        </p>
      )}
      <p>
        <Link href="/">{text('back')}</Link>
      </p>
    </>
  )
}
