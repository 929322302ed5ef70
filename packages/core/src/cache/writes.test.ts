import { expect, test, vi } from 'vitest'
import type { WrittenRecord } from '../store/written.ts'
import { createWrites, type RecordIds } from './writes.ts'

const linking = (event: number, venue: number): RecordIds => ({ event: [event], venue: [venue], organizer: [], term: [] })

/** Writes of a store whose tokens are numbers; it forgets what was written before the token 0. */
function follow(log: readonly WrittenRecord[]) {
  const writtenSince = vi.fn(async (token: string) => (Number(token) < 0 ? null : log.slice(Number(token))))
  return { writes: createWrites({ writtenSince }), writtenSince }
}

test('a record is current until a write of one of its dependencies is followed', async () => {
  const { writes } = follow([{ kind: 'venue', id: 7 }])
  const state = await writes.follow('0', true)
  expect([writes.isCurrent(linking(1, 7), state), writes.isCurrent(linking(7, 8), state)]).toEqual([true, true])
  const later = await writes.follow('1', true)
  expect([writes.isCurrent(linking(1, 7), state), writes.isCurrent(linking(7, 8), state)]).toEqual([false, true])
  expect(writes.isCurrent(linking(1, 7), later)).toBe(true)
})

test('nothing is current any more when the store cannot tell, or is not asked', async () => {
  const { writes, writtenSince } = follow([])
  const states = [await writes.follow('-1', true), await writes.follow('0', true), await writes.follow('1', false)]
  expect(states.map((state) => writes.isCurrent(linking(1, 1), state))).toEqual([false, false, true])
  expect(writtenSince.mock.calls).toEqual([['-1']])
})

test('concurrent calls for one token ask once, and a failed call is asked again', async () => {
  const { writes, writtenSince } = follow([{ kind: 'event', id: 1 }])
  await writes.follow('0', true)
  writtenSince.mockRejectedValueOnce(new Error('the engine is down'))
  const outcomes = await Promise.allSettled(['1', '1', '1'].map((token) => writes.follow(token, true)))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(writtenSince).toHaveBeenCalledTimes(2)
})
