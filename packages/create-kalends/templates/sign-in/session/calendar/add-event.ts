import { type Actor, type Calendar, isCalendarError } from '@kalends/core'
import type { Session } from './session.ts'

/** Back to the page, with a cookie or without. */
const toPage = (cookie?: string): Response =>
  new Response(null, { status: 303, headers: { location: '/', ...(cookie !== undefined && { 'set-cookie': cookie }) } })

const sentence = (status: number, text: string): Response => new Response(text, { status })

/** Answers the forms of the page; undefined for any other request. */
export function answerForms(session: Session, calendarOf: (actor: Actor) => Calendar): (request: Request) => Promise<Response | undefined> {
  const addEvent = async (request: Request, read: (name: string) => string): Promise<Response> => {
    const actor = await session.actorOf(request.headers.get('cookie'))
    if (actor === null) return sentence(401, 'Sign in first.')
    try {
      await calendarOf(actor).events.create({ title: read('title'), startDate: read('starts'), endDate: read('ends') })
      return toPage()
    } catch (error) {
      if (!isCalendarError(error, 'invalid_input')) throw error
      return sentence(400, error.details.issues.map(({ path, message }) => `${path} ${message}`).join('\n'))
    }
  }
  return async (request) => {
    const name = request.method === 'POST' ? /^\/api\/(sign-in|sign-out|add-event)$/.exec(new URL(request.url).pathname)?.[1] : undefined
    if (name === undefined) return undefined
    // Browsers say where a form stands: one of another site must not act for a visitor of this one.
    if (request.headers.get('sec-fetch-site') === 'cross-site') return sentence(403, 'This form stands on another site.')
    if (name === 'sign-out') return toPage(session.signOut)
    const form = new URLSearchParams(await request.text())
    const read = (field: string): string => form.get(field) ?? ''
    if (name === 'add-event') return addEvent(request, read)
    const cookie = await session.signIn(read('password'))
    return cookie === null ? sentence(401, 'Wrong password.') : toPage(cookie)
  }
}
