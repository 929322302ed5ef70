import { createCalendar, publicReadOnly } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { memoryStore } from '@kalends/memory'

const calendar = createCalendar({ store: memoryStore() })

/** Serves the calendar below `/api`. */
export const handler = createHandler(calendar, { access: publicReadOnly(), basePath: '/api', publicUrl: 'http://127.0.0.1:3000' })
