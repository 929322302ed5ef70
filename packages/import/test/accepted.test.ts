import { expect, test } from 'vitest'
import { calendar, nastyFiles } from './nasty-files.ts'
import { createAll, inParts, openCalendar, readAll } from './support.ts'

test.each(nastyFiles)('the calendar takes what is read: $name', async ({ file, options }) => {
  const whole = typeof file === 'string' || file instanceof Uint8Array ? file : calendar(...file)
  const items = await readAll(inParts(whole, 1_000), options)
  const target = openCalendar()
  await createAll(target, items)
  const { total } = await target.events.list({ startsFrom: '1900-01-01', status: 'any' })
  expect(total).toBeGreaterThanOrEqual(items.filter(({ kind }) => kind === 'event').length)
})
