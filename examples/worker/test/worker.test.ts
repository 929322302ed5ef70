import { createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { cors } from '@kalends/fetch/cors'
import { forms } from '@kalends/fetch/forms'
import { memoryStore } from '@kalends/memory'
import { type MountSetting, mountFetch, registerMount } from '@kalends/suites/mounts'
import { describe, expect, test, vi } from 'vitest'

const create = ({ calendar, handler, cors: origins }: MountSetting) =>
  createHandler(createCalendar({ store: memoryStore(), ...calendar }), { ...handler, use: [cors(origins), forms()] })

registerMount({
  name: 'a worker',
  createHandler: create,
  mount: async (handler) => {
    vi.doMock('../calendar.ts', () => ({ handler }))
    const { default: worker } = await import('../worker.ts')
    return mountFetch(worker.fetch)
  },
  paths: 'parsed',
  describe,
  test,
})

test('routes of the worker are answered beside the calendar', async () => {
  vi.doUnmock('../calendar.ts')
  vi.resetModules()
  const { default: worker } = await import('../worker.ts')
  const ask = (path: string): Promise<Response> => worker.fetch(new Request(`https://town.example${path}`))
  expect(await (await ask('/api/health')).text()).toBe('ok')
  expect((await ask('/api/calendar/events/v1/events')).status).toBe(200)
})
