import { createCalendar, publicReadOnly } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { memoryStore } from '@kalends/memory'

// In memory, so that the example stands alone: workers come and go, and a real one brings a store that stays.
const calendar = createCalendar({ store: memoryStore() })

/** Serves the calendar below `/api`. */
export const handler = createHandler(calendar, { access: publicReadOnly(), basePath: '/api', publicUrl: 'https://town.example' })
