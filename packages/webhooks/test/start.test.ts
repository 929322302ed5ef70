import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createCalendar } from '@kalends/core'
import { type Internals, internals } from '@kalends/core/internal'
import { memoryStore } from '@kalends/memory'
import { expect, test, vi } from 'vitest'
import { createWebhooks, memoryWebhooks } from '../src/index.ts'
import { access, eventInput, fakeReceiver, open } from './setting.ts'

test('start delivers soon after a write, and stop waits for the message that is being sent', async () => {
  const { calendar, add, hooks, receiver } = open()
  await add()
  const stop = hooks.start()
  await calendar.events.create(eventInput('A'))
  await vi.waitFor(() => expect(receiver.taken).toHaveLength(1), { timeout: 20_000 })
  let finish = (): void => undefined
  const sending = new Promise<void>((resolve) => {
    receiver.respond = () => {
      resolve()
      return new Promise<number>((respond) => {
        finish = () => respond(204)
      })
    }
  })
  await calendar.events.create(eventInput('B'))
  await calendar.events.create(eventInput('C'))
  await sending
  const stopped = stop()
  finish()
  await stopped
  expect(receiver.taken.map(({ message }) => message.data.slug)).toEqual(['a', 'b'])
  receiver.respond = () => 204
  expect(await hooks.deliver()).toMatchObject({ sent: 1 })
})

test('start tries again five seconds after an error of the storage, whatever is written meanwhile, and reports the error to onError', async () => {
  const calendar = createCalendar({ store: memoryStore() })
  const waits: (readonly [after: number, timeoutMs: number])[] = []
  let endWait = (): void => undefined
  // A calendar whose first wait takes no time.
  const wait: Internals['log']['wait'] = (after, { timeoutMs }) =>
    new Promise((resolve) => {
      waits.push([after, timeoutMs])
      endWait = () => resolve(false)
      if (waits.length === 1) endWait()
    })
  Object.assign(internals(calendar).log, { wait })
  const store = memoryWebhooks()
  let isAway = true
  const onError = vi.fn(() => {
    isAway = false
  })
  const list = async () => {
    if (isAway) throw new Error('away')
    return store.list()
  }
  const receiver = fakeReceiver()
  const hooks = createWebhooks(calendar, { store: { ...store, list }, access, fetch: receiver.fetch, onError })
  await hooks.endpoints.create({ url: 'https://example.org', actor: null })
  await calendar.events.create(eventInput('A'))
  const stop = hooks.start()
  await vi.waitFor(() => expect(waits).toHaveLength(2), { timeout: 20_000 })
  const stopped = stop()
  endWait()
  await stopped
  expect(receiver.taken).toHaveLength(1)
  expect(onError.mock.calls).toEqual([[new Error('away')]])
  expect(waits).toEqual([
    [Number.POSITIVE_INFINITY, 5_000],
    [1, 60_000],
  ])
})

test('its timers do not keep the process alive', async () => {
  const file = fileURLToPath(new URL('./children/start.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=@kalends/source', '--disable-warning=ExperimentalWarning', file], {
    stdio: 'inherit',
  })
  expect(await once(child, 'exit')).toEqual([0, null])
})
