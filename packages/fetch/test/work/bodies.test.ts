import { allowAll, createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { memoryStore } from '@kalends/memory'
import { expect, test, vi } from 'vitest'
import { fragments, hostileBodies } from './hostile-bodies.ts'

/** The fragments that this test sends: the counts do not depend on the fragment. `rank-bodies.ts`, which measures time, sends all. */
const testedFragments = new Set(['', '<', '<a>', '\u0300\u0316', '\uFDFA', '1,', 'a@'])

test('hostile bodies have unique names, and are at most 1 MiB long', () => {
  expect(new Set(hostileBodies.map(({ name }) => name)).size).toBe(hostileBodies.length)
  expect(hostileBodies.length).toBeGreaterThan(2 * fragments.length)
  expect(hostileBodies.filter(({ json }) => Buffer.byteLength(json) > 1_048_576)).toEqual([])
})

test.each(hostileBodies.filter(({ fragment }) => testedFragments.has(fragment)))(
  'a body with $name has at most 512 KiB sanitized and 8 MiB normalized',
  async ({ json }) => {
    let sanitized = 0
    const sanitizeHtml = (html: string): string => {
      sanitized += html.length
      return html
    }
    const normalize = vi.spyOn(String.prototype, 'normalize')
    const handler = createHandler(createCalendar({ store: memoryStore(), sanitizeHtml }), {
      access: allowAll(),
      onError: (error) => {
        throw error
      },
    })
    const request = new Request(`http://h/calendar/events/v1/events`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: json,
    })
    const { status } = await handler(request)
    const normalized = normalize.mock.contexts.map(String)
    normalize.mockRestore()
    expect([201, 400]).toContain(status)
    expect(sanitized).toBeLessThanOrEqual(2 * 262_144)
    // ICU sorts each run of marks in quadratic time, so only names and lines may have one: they are short.
    expect(normalized.filter((text) => text.length > 500 && /\p{M}/u.test(text))).toEqual([])
    expect(normalized.reduce((sum, text) => sum + text.length, 0)).toBeLessThanOrEqual(8 * 1_048_576)
  },
)
