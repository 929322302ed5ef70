import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { memoryWebhooks } from '../src/index.ts'
import { eventInput, open } from './setting.ts'

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

test('start tries again after an error of the storage, and tells onError', async () => {
  const store = memoryWebhooks()
  let isAway = true
  const onError = vi.fn(() => {
    isAway = false
  })
  const list = async () => {
    if (isAway) throw new Error('away')
    return store.list()
  }
  const { calendar, add, hooks, receiver } = open({ store: { ...store, list }, onError })
  await add()
  await calendar.events.create(eventInput('A'))
  const stop = hooks.start()
  await vi.waitFor(() => expect(receiver.taken).toHaveLength(1), { timeout: 20_000 })
  await stop()
  expect(onError).toHaveBeenCalledTimes(1)
})

test('its timers do not keep the process alive', async () => {
  const file = fileURLToPath(new URL('./children/start.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=@kalends/source', '--disable-warning=ExperimentalWarning', file], {
    stdio: 'inherit',
  })
  expect(await once(child, 'exit')).toEqual([0, null])
})
