import { createCalendar, publicReadOnly } from '@kalends/core'
import { createHandler, defineRoute, type Extension, type Handler } from '@kalends/fetch'
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

const media = (path: string): Extension => ({
  name: 'media',
  routes: [defineRoute({ method: 'GET', path, summary: 'Media', permission: 'public', handle: () => [] })],
})

const tec = theEventsCalendar()

test.each([
  ['idempotency() before it', [idempotency(), tec], 'use must have theEventsCalendar() before idempotency()'],
  ['formats() before it', [formats([]), tec], 'use must have theEventsCalendar() before formats()'],
  ['cors() after it', [tec, cors({ origins: '*' })], 'use must have cors() before theEventsCalendar()'],
  [
    'the address of a list of WordPress in another extension',
    [tec, media('/wp/v2/tags')],
    'an extension has the route /wp/v2/tags, and theEventsCalendar() has /wp/v2/tags',
  ],
  [
    'the addresses of all lists of WordPress in another extension',
    [media('/wp/v2/{slug}'), tec],
    'an extension has the route /wp/v2/{slug}, and theEventsCalendar() has /wp/v2/tags',
  ],
])('a handler with %s does not start', (_, use, message) => {
  expect(() => open(use)).toThrow(new TypeError(message))
})

test('a handler with all of them in order starts', () => {
  expect(() => open([cors({ origins: '*' }), tec, media('/wp/v2/media'), formats([]), idempotency()])).not.toThrow()
})
