import { headers } from 'next/headers' //? session
import { openApp } from '../calendar/open.ts'
import { EditorForms } from './editor-forms.tsx' //? session

// The events are those of the moment of the request, not of the build.
export const dynamic = 'force-dynamic'

export default async function Page() {
  const app = await openApp()
  const events = await app.comingEvents()
  const isEditor = await app.isEditor((await headers()).get('cookie')) //? session
  return (
    <main>
      <h1>What is on</h1>
      <ul>
        {events.map(({ id, title, when, where }) => (
          <li key={id}>
            <strong>{title}</strong>
            <br />
            {[when, where].filter(Boolean).join(' · ')}
          </li>
        ))}
      </ul>
      {events.length === 0 && <p>Nothing yet.</p>}
      <p>
        <a href="/api/calendar/events/v1/events.ics">Subscribe</a>
      </p>
      <EditorForms isEditor={isEditor} /> {/*? session */}
    </main>
  )
}
