import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openers, openMemory } from './setting.ts'
import { runThirtyDays } from './thirty-days.ts'

/** Numbers from 0 up to 1 that a seed decides (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const first = Math.imul(state ^ (state >>> 15), 1 | state)
    const mixed = (first + Math.imul(first ^ (first >>> 7), 61 | first)) ^ first
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const nothing = { merges: [], lost: [], stale: [], rewrites: [], splits: [] }

test('thirty days of five sources, in memory', async () => {
  const property = fc.asyncProperty(fc.integer(), async (seed) => {
    expect(await runThirtyDays(openMemory(), randomNumbers(seed))).toMatchObject(nothing)
  })
  await fc.assert(property, { numRuns: Number(process.env['DAYS'] ?? 2), endOnFailure: true })
}, 600_000)

test.each(openers.slice(1))(
  'eight days of five sources, in %s',
  async (_, open) => {
    const setting = await open()
    expect(await runThirtyDays(setting, randomNumbers(Number(process.env['KALENDS_SEED'])), 8)).toMatchObject(nothing)
    await setting.close()
  },
  600_000,
)
