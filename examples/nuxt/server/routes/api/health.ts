import { defineEventHandler } from 'h3'

/** A route of the host beside the calendar. */
export default defineEventHandler(() => 'ok')
