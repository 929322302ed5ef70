import type { RequestHandler } from '@sveltejs/kit'
import { handler } from '../../../lib/calendar.ts'

export const trailingSlash = 'ignore'

/** All methods of everything below `/api` but the routes that have a folder of their own. */
export const fallback: RequestHandler = ({ request }) => handler(request)
