import { expect, test } from 'vitest'
import { deliverWithKills } from './killed-deliveries.ts'

test('a process that is killed between a message and its cursor loses none, and keeps the order', async () => {
  let turn = 0
  const messages = 120
  // Refuses each tenth message.
  const random = () => (turn++ % 10 === 3 ? 0.05 : 0.7)
  const seen = await deliverWithKills({ messages, kills: 1, processes: 1, speed: 100, refused: 0.1, random })
  expect(seen).toMatchObject({ overlaps: 0, invalid: 0 })
  expect(seen.refused).toBeGreaterThan(0)
  expect([...new Set(seen.ids)]).toEqual(Array.from({ length: messages }, (_, i) => `log_${i + 1}`))
  // At most what one process had not saved.
  expect(seen.ids.length - messages).toBeLessThanOrEqual(16)
})
