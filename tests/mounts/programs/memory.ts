import { createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { memoryStore } from '@kalends/memory'
import { mountSetting } from '@kalends/testing'

const setting = mountSetting('/api')

/** Stands in an example where its own calendar was, so that its answers are those of the table. */
export const handler = createHandler(createCalendar({ store: memoryStore(), ...setting.calendar }), setting.handler)
