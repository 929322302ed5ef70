import { expect, test, vi } from 'vitest'
import type { WrittenRecord } from '../store/written.ts'
import { noIds, type Reads, type RecordIds } from './reads.ts'
import { createWrites } from './writes.ts'

const linking = (event: number, venue: number): RecordIds => ({ event: [event], venue: [venue], organizer: [], term: [] })

/** Writes of a store whose tokens are numbers; it forgets what was written before the token 0. */
function follow(log: readonly WrittenRecord[]) {
  const writtenSince = vi.fn(async (token: string) => (Number(token) < 0 ? null : log.slice(Number(token))))
  return { writes: createWrites({ writtenSince }), writtenSince }
}

test('a record is current until a write of one of its dependencies is followed', async () => {
  const { writes } = follow([{ kind: 'venue', id: 7 }])
  const state = await writes.follow('0')
  expect([writes.isCurrent(linking(1, 7), state), writes.isCurrent(linking(7, 8), state)]).toEqual([true, true])
  const later = await writes.follow('1')
  expect([writes.isCurrent(linking(1, 7), state), writes.isCurrent(linking(7, 8), state)]).toEqual([false, true])
  expect(writes.isCurrent(linking(1, 7), later)).toBe(true)
})

test('nothing is current any more when the store cannot tell', async () => {
  const { writes } = follow([])
  const states = [await writes.follow('-1'), await writes.follow('0')]
  expect(states.map((state) => writes.isCurrent(linking(1, 1), state))).toEqual([false, true])
  expect(states.map((state) => writes.isUnchanged({ ids: noIds, isOfAll: false }, state))).toEqual([false, true])
})

test('a result stays after writes of texts of records that it has not read', async () => {
  const isTextOnly = true
  const log: WrittenRecord[] = []
  const { writes } = follow(log)
  const first = await writes.follow('0')
  const unchanged = (...reads: readonly Reads[]): readonly boolean[] => reads.map((one) => writes.isUnchanged(one, first))
  const [ofNone, ofOne, ofTwo, ofAll] = [
    { ids: noIds, isOfAll: false },
    { ids: linking(1, 9), isOfAll: false },
    { ids: linking(5, 2), isOfAll: false },
    { ids: noIds, isOfAll: true },
  ]
  expect(unchanged(ofNone, ofOne, ofTwo, ofAll)).toEqual([true, true, true, true])
  log.push({ kind: 'event', id: 1, isTextOnly })
  await writes.follow('1')
  expect(unchanged(ofNone, ofOne, ofTwo, ofAll)).toEqual([true, false, true, false])
  log.push({ kind: 'venue', id: 2, isTextOnly })
  await writes.follow('2')
  expect(unchanged(ofNone, ofOne, ofTwo, ofAll)).toEqual([true, false, false, false])
  log.push({ kind: 'event', id: 3 })
  const third = await writes.follow('3')
  expect(unchanged(ofNone, ofOne, ofTwo, ofAll)).toEqual([false, false, false, false])
  expect(writes.isUnchanged(ofAll, third)).toBe(true)
})

test('only the last token that was followed has a state without a wait', async () => {
  const { writes } = follow([{ kind: 'event', id: 1 }])
  expect(writes.stateOf('0')).toBeUndefined()
  const states = [await writes.follow('0'), writes.stateOf('0'), await writes.follow('1'), writes.stateOf('0')]
  expect(states).toEqual([states[0], states[0], states[2], undefined])
  expect(writes.stateOf('1')).toBe(states[2])
})

test('concurrent calls for one token ask once, and a failed call is asked again', async () => {
  const { writes, writtenSince } = follow([{ kind: 'event', id: 1 }])
  await writes.follow('0')
  writtenSince.mockRejectedValueOnce(new Error('the engine is down'))
  const outcomes = await Promise.allSettled(['1', '1', '1'].map((token) => writes.follow(token)))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(writtenSince).toHaveBeenCalledTimes(2)
})
