import { allowAll, createCalendar } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { afterEach, expect, test, vi } from 'vitest'
import { createHandler } from '../src/index.ts'
import { base } from './support.ts'

afterEach(() => vi.restoreAllMocks())

test('createHandler uses no randomness, timers or digests, which workers refuse while a module is loaded', async () => {
  const refused = [
    vi.spyOn(crypto, 'randomUUID'),
    vi.spyOn(crypto, 'getRandomValues'),
    vi.spyOn(crypto.subtle, 'digest'),
    vi.spyOn(globalThis, 'setTimeout'),
    vi.spyOn(globalThis, 'setInterval'),
    vi.spyOn(globalThis, 'fetch'),
  ]
  const handler = createHandler(createCalendar({ store: memoryStore() }), { access: allowAll() })
  for (const spy of refused) expect(spy).not.toHaveBeenCalled()
  expect((await handler(new Request(`http://localhost${base}/events`))).status).toBe(200)
})
