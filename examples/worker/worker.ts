import { handler } from './calendar.ts'

/** A worker with routes of its own beside the calendar. */
export default {
  async fetch(request: Request): Promise<Response> {
    const answer = await handler.tryHandle(request)
    if (answer !== undefined) return answer
    if (new URL(request.url).pathname === '/api/health') return new Response('ok')
    return new Response('There is nothing here.', { status: 404 })
  },
}
