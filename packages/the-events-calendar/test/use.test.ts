import { createCalendar, publicReadOnly } from '@kalends/core'
import { createHandler, type Extension, type Handler } from '@kalends/fetch'
import { cors } from '@kalends/fetch/cors'
import { formats } from '@kalends/fetch/formats'
import { idempotency } from '@kalends/fetch/idempotency'
import { memoryStore } from '@kalends/memory'
import { expect, test } from 'vitest'
import { theEventsCalendar } from '../src/index.ts'

const open = (use: readonly Extension[]): Handler =>
  createHandler(createCalendar({ store: memoryStore() }), {
    ...{ access: publicReadOnly(), basePath: '/wp-json', namespace: 'tribe/events/v1', use },
  })

const tec = theEventsCalendar()

test.each([
  ['idempotency() before it', [idempotency(), tec], 'use must have theEventsCalendar() before idempotency()'],
  ['formats() before it', [formats([]), tec], 'use must have theEventsCalendar() before formats()'],
  ['cors() after it', [tec, cors({ origins: '*' })], 'use must have cors() before theEventsCalendar()'],
])('a handler with %s does not start', (_, use, message) => {
  expect(() => open(use)).toThrow(new TypeError(message))
})

test('a handler with all of them in order starts', () => {
  expect(() => open([cors({ origins: '*' }), tec, formats([]), idempotency()])).not.toThrow()
})
