import { createCalendar, publicReadOnly } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { memoryStore } from '@kalends/memory'

/** Where clients reach this application. */
export const publicUrl = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

const calendar = createCalendar({ store: memoryStore() })

/** Serves the calendar below `/api`. */
export const handler = createHandler(calendar, { access: publicReadOnly(), basePath: '/api', publicUrl })
