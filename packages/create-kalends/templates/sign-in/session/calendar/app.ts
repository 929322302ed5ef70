import { type Calendar, roles } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { formats } from '@kalends/fetch/formats'
import { icalendar } from '@kalends/formats/icalendar'
import { answerForms } from './add-event.ts'
import { type ComingEvent, comingEvents } from './coming-events.ts'
import { createSession, type SessionSettings } from './session.ts'

/** Settings, from the environment: those of sessions. */
export type Environment = SessionSettings

/** The calendar as this application uses it. */
export interface App {
  /** The events of the page. */
  comingEvents(): Promise<readonly ComingEvent[]>
  /** Answers every request below `/api`. */
  api(request: Request): Promise<Response>
  /** Whether the `Cookie` of a request is that of an editor. */
  isEditor(cookies: string | null): Promise<boolean>
}

/** Makes the application of a calendar. Everybody may read it, and editors may do everything: `access` says so. */
export function createApp(calendar: Calendar, environment: Environment): App {
  const { PUBLIC_URL: publicUrl = 'http://127.0.0.1:3000' } = environment
  const access = roles({ editors: ['editor'] })
  const visible = calendar.as(null, access)
  const session = createSession({ ...environment, PUBLIC_URL: publicUrl })
  const handler = createHandler(calendar, {
    access,
    authenticate: (request) => session.actorOf(request.headers.get('cookie')),
    securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    basePath: '/api',
    publicUrl,
    use: [formats([icalendar({ name: 'What is on' })])],
  })
  const forms = answerForms(session, (actor) => calendar.as(actor, access))
  return {
    comingEvents: () => comingEvents(visible),
    api: async (request) => (await forms(request)) ?? handler(request),
    isEditor: async (cookies) => (await session.actorOf(cookies)) !== null,
  }
}
