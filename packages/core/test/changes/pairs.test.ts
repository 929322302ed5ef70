import { expect, test } from 'vitest'
import { watchPairs } from './pairs.ts'

const seed = Number(process.env['KALENDS_SEED'] ?? 1)

test('no viewer learns of a record that it could never read', async () => {
  const sums = { pairs: 0, secret: 0, reported: 0, gone: 0 }
  // In some worlds hardly any record is secret, or none is gone.
  for (const world of [17, 18, 19, 20]) {
    const { leaked, ...counts } = await watchPairs(seed + world, 60)
    expect(leaked).toEqual([])
    for (const name of ['pairs', 'secret', 'reported', 'gone'] as const) sums[name] += counts[name]
  }
  expect(Math.min(sums.pairs / 100, sums.secret / 30, sums.reported / 20, sums.gone / 3)).toBeGreaterThanOrEqual(1)
})
