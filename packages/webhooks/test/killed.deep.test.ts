import { expect, test } from 'vitest'
import { deliverWithKills } from './killed-deliveries.ts'

/** Numbers from 0 up to 1 that the seed decides (a linear congruential generator). */
function randomNumbers(seed: number): () => number {
  let state = seed % 2 ** 31
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

test('two processes deliver thousands of messages at least once, in order, and never at the same time, though they are killed', async () => {
  // 10,000 messages in the long lane.
  const messages = Math.min(10_000, 2_000 * Number(process.env['KALENDS_TIMES']))
  const [kills, processes] = [6, 2]
  const random = randomNumbers(Number(process.env['KALENDS_SEED']))
  const seen = await deliverWithKills({ messages, kills, processes, speed: 20, refused: 0.005, random })
  expect(seen).toMatchObject({ overlaps: 0, invalid: 0 })
  expect([...new Set(seen.ids)]).toEqual(Array.from({ length: messages }, (_, i) => `log_${i + 1}`))
  // At most what the processes had not saved.
  expect(seen.ids.length - messages).toBeLessThanOrEqual(kills * 16)
  console.info(`${messages} messages: ${seen.ids.length - messages} came twice, ${seen.refused} were refused.`)
}, 600_000)
