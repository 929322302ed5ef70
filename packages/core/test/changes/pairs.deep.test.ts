import { expect, test } from 'vitest'
import { type Pairs, watchPairs } from './pairs.ts'

const seed = Number(process.env['KALENDS_SEED'] ?? 1)

/** At least this many pairs, whatever the lane. */
const leastPairs = 6_000

/** Small worlds: what a viewer can read is looked up for each pair after each write. */
const steps = 100

test(`in ${leastPairs} pairs of viewer and record, no viewer learns of a record that it could never read`, {
  timeout: 600_000,
}, async () => {
  const all: Pairs = { pairs: 0, secret: 0, reported: 0, gone: 0, leaked: [] }
  for (let world = 0; all.pairs < leastPairs; world++) {
    const { pairs, secret, reported, gone, leaked } = await watchPairs(seed * 1_000 + world, steps)
    all.pairs += pairs
    all.secret += secret
    all.reported += reported
    all.gone += gone
    all.leaked.push(...leaked)
  }
  expect(all.leaked).toEqual([])
  expect(all.pairs).toBeGreaterThanOrEqual(leastPairs)
  expect(all.secret).toBeGreaterThan(leastPairs / 4)
  expect(all.gone).toBeGreaterThan(leastPairs / 50)
})
