import { expect, test } from 'vitest'
import { openers } from './setting.ts'
import { nothing, randomNumbers, runThirtyDays } from './thirty-days.ts'

// The deep file has the engines that take longer.
test.each(openers.slice(0, 2))('six of thirty days of five sources, in %s', async (_, open) => {
  const setting = await open()
  expect(await runThirtyDays(setting, randomNumbers(Number(process.env['KALENDS_SEED'])), 6)).toMatchObject(nothing)
  await setting.close()
})
