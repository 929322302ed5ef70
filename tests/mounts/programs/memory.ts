import { createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { memoryStore } from '@kalends/memory'
import { mountSetting } from '@kalends/testing'

const setting = mountSetting('/api')

/** Replaces the calendar of an example, so that its responses match the table. */
export const handler = createHandler(createCalendar({ store: memoryStore(), ...setting.calendar }), setting.handler)
