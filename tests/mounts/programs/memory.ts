import { allowAll, createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { cors } from '@kalends/fetch/cors'
import { forms } from '@kalends/fetch/forms'
import { memoryStore } from '@kalends/memory'

// As in tests/suites/mounts/mount-setting.ts, which is not where this program runs.
const clock = { nowMs: () => Date.parse('2031-05-01T12:00:00Z') }

/** Replaces the calendar of an example, so that its responses match the table. */
export const handler = createHandler(createCalendar({ store: memoryStore(), clock, timeZone: 'Europe/Berlin', currency: 'EUR' }), {
  ...{ access: allowAll(), basePath: '/api', publicUrl: 'https://calendar.example', languages: { de: {} } },
  use: [cors({ origins: ['https://pages.example'] }), forms()],
})
