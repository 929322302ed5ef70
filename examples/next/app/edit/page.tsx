import { notFound, redirect } from 'next/navigation'
import { textsIn } from '../../lib/texts.ts'
import { readVisitor } from '../../lib/visitor.ts'
import { EventForm } from '../event-form.tsx'

/** The form that changes the event of `?event=7`, of a series this date alone; without one, the form of a new event. */
export default async function Page({ searchParams }: { searchParams: Promise<{ event?: string }> }) {
  const { language, isEditor, calendar } = await readVisitor()
  if (!isEditor) redirect('/sign-in')
  const { event: id } = await searchParams
  const event = id === undefined ? undefined : ((await calendar.events.find(Number(id) || 0)) ?? notFound())
  const heading = textsIn(language)(event ? 'change' : 'add')
  return (
    <>
      <title>{heading}</title>
      <h1>{heading}</h1>
      <EventForm event={event} />
    </>
  )
}
