import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openers, openMemory } from './setting.ts'
import { nothing, randomNumbers, runThirtyDays } from './thirty-days.ts'

/** A run takes a second and a half. */
const numRuns = process.env['KALENDS_LANE'] === 'long' ? 400 : 25

test('thirty days of five sources, in memory', async () => {
  const property = fc.asyncProperty(fc.integer(), async (seed) => {
    expect(await runThirtyDays(openMemory(), randomNumbers(seed))).toMatchObject(nothing)
  })
  await fc.assert(property, { numRuns, endOnFailure: true })
}, 1_800_000)

test.each(openers.slice(1))(
  'thirty days of five sources, in %s',
  async (_, open) => {
    const setting = await open()
    expect(await runThirtyDays(setting, randomNumbers(Number(process.env['KALENDS_SEED'])))).toMatchObject(nothing)
    await setting.close()
  },
  600_000,
)
