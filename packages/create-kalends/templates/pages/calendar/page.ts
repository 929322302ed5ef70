import type { App } from './app.ts'
import type { ComingEvent } from './coming-events.ts'

/** Answers a request for the page. */
export async function pageOf(app: App, request: Request): Promise<Response> {
  const isEditor = await app.isEditor(request.headers.get('cookie')) //? session
  const page = renderPage({
    events: await app.comingEvents(),
    isEditor, //? session
  })
  return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } })
}

/** What the page shows. */
interface Shown {
  readonly events: readonly ComingEvent[]
  readonly isEditor: boolean //? session
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as HTML: titles may contain what HTML would take for markup. */
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')

const renderEvent = ({ title, when, where }: ComingEvent): string =>
  `<li><strong>${escapeHtml(title)}</strong><br>${escapeHtml([when, where].filter(Boolean).join(' · '))}</li>`
//? session

const editing = `<h2>Add an event</h2>
<form action="/api/add-event" method="post">
  <label>Title <input name="title" required></label>
  <label>Starts <input name="starts" type="datetime-local" required></label>
  <label>Ends <input name="ends" type="datetime-local" required></label>
  <button>Add</button>
</form>
<form action="/api/sign-out" method="post"><button>Sign out</button></form>`

const signingIn = `<form action="/api/sign-in" method="post">
  <label>Password of editors <input name="password" type="password" autocomplete="current-password" required></label>
  <button>Sign in</button>
</form>`
//? end

/** The page as HTML. */
export function renderPage(shown: Shown): string {
  const parts = [
    '<h1>What is on</h1>',
    shown.events.length === 0 ? '<p>Nothing yet.</p>' : `<ul>${shown.events.map(renderEvent).join('\n')}</ul>`,
    '<p><a href="/api/calendar/events/v1/events.ics">Subscribe</a></p>',
    shown.isEditor ? editing : signingIn, //? session
  ]
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>What is on</title>
  <style>body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui } li { margin-block: 1rem } label { display: block }</style>
</head>
<body>
${parts.join('\n')}
</body>
</html>
`
}
