import type { RequestHandler } from '@sveltejs/kit'

/** A route of the host beside the calendar. */
export const GET: RequestHandler = () => new Response('ok')
