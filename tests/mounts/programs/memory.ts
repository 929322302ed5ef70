import { createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { cors } from '@kalends/fetch/cors'
import { forms } from '@kalends/fetch/forms'
import { memoryStore } from '@kalends/memory'
import { mountSetting } from '@kalends/testing'

const setting = mountSetting('/api')

/** Replaces the calendar of an example, so that its responses match the table. */
export const handler = createHandler(createCalendar({ store: memoryStore(), ...setting.calendar }), {
  ...setting.handler,
  use: [cors(setting.cors), forms()],
})
