import { createCalendar } from '@kalends/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'
import { statementLog } from './statements.ts'

describe.each(engines.filter(({ name }) => name === 'node-sqlite-memory'))('a series at an exclusive venue on $name', ({ open }) => {
  // SQLite prepares a long statement again for other parameters: of 74,000 characters, that took 0.2 s for 30 dates.
  test('is checked by short statements, one for 30 dates', async () => {
    const { log, during } = statementLog()
    const { db, options, close } = await open({ log })
    onTestFinished(close)
    const calendar = createCalendar({ store: kyselyStore(db, options), clock: { nowMs: () => Date.UTC(2031, 0, 1) } })
    const { id } = await calendar.venues.create({ name: 'Hall', exclusive: true })
    const series = { title: 'Choir', startDate: '2031-01-02 19:00', endDate: '2031-01-02 20:00', recurrence: 'FREQ=DAILY;COUNT=90' }
    const { statements } = await during(() => calendar.events.create({ ...series, venues: id }))
    const checks = statements.filter((sql) => /^select e\..*end_ms > \?/.test(sql))
    expect(checks).toHaveLength(3)
    expect(Math.max(...checks.map(({ length }) => length))).toBeLessThan(12_000)
  })
})
