import { type Calendar, publicReadOnly } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { formats } from '@kalends/fetch/formats'
import { icalendar } from '@kalends/formats/icalendar'
import { type ComingEvent, comingEvents } from './coming-events.ts'

/** Settings, from the environment. */
export interface Environment {
  /** Where visitors reach the application. */
  readonly PUBLIC_URL?: string | undefined
}

/** The calendar as this application uses it. */
export interface App {
  /** The events of the page. */
  comingEvents(): Promise<readonly ComingEvent[]>
  /** Answers every request below `/api`. */
  api(request: Request): Promise<Response>
}

/** Makes the application of a calendar. Everybody may read it, and nobody writes over HTTP: `access` says so. */
export function createApp(calendar: Calendar, { PUBLIC_URL: publicUrl = 'http://127.0.0.1:3000' }: Environment): App {
  const access = publicReadOnly()
  const visible = calendar.as(null, access)
  const api = createHandler(calendar, { access, basePath: '/api', publicUrl, use: [formats([icalendar({ name: 'What is on' })])] })
  return { comingEvents: () => comingEvents(visible), api }
}
