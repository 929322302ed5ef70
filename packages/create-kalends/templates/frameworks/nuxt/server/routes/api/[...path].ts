import { defineEventHandler, toWebRequest } from 'h3'
import { openApp } from '../../../calendar/open.ts'

/** Everything below `/api` but the routes that have a file of their own. */
export default defineEventHandler(async (event) => (await openApp()).api(toWebRequest(event)))
