import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { comingEvents } from '../lib/coming-events.ts'
import { textsIn } from '../lib/texts.ts'
import { readVisitor } from '../lib/visitor.ts'
import { ComingEvents } from './coming-events.tsx'

/** The coming events: read in this process and rendered here, and handed to the browser, which goes on from there. */
export default async function Page({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const { language, isEditor, calendar } = await readVisitor()
  const queries = new QueryClient()
  await queries.fetchQuery(comingEvents(calendar, new URLSearchParams(await searchParams), isEditor))
  const [categories, venues] = await Promise.all([calendar.categories.list({ perPage: 100 }), calendar.venues.list({ perPage: 100 })])
  const text = textsIn(language)
  return (
    <>
      <title>{text('heading')}</title>
      <h1>{text('heading')}</h1>
      <HydrationBoundary state={dehydrate(queries)}>
        <ComingEvents
          categories={categories.items.map(({ slug, name }) => [slug, name])}
          venues={venues.items.map(({ id, name }) => [String(id), name])}
        />
      </HydrationBoundary>
      <p>
        <a href="/api/calendar/events/v1/events.ics">{text('subscribe')}</a>
      </p>
      {isEditor && (
        <p>
          <Link href="/edit">{text('add')}</Link>
        </p>
      )}
    </>
  )
}
