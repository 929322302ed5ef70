import { defineEventHandler, toWebRequest } from 'h3'
import { handler } from '../../utils/calendar.ts'

/** Everything below `/api` but the routes that have a file of their own. */
export default defineEventHandler((event) => handler(toWebRequest(event)))
