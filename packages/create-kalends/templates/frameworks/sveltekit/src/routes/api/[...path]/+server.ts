import type { RequestHandler } from '@sveltejs/kit'
import { openApp } from '../../../../calendar/open.ts'

export const trailingSlash = 'ignore'

/** All methods of everything below `/api` but the routes that have a folder of their own. */
export const fallback: RequestHandler = async ({ request }) => (await openApp()).api(request)
