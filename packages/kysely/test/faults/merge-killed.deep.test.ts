import { createCalendar } from '@kalends/core'
import { describe, expect, test } from 'vitest'
import { kyselyStore } from '../../src/index.ts'
import { engines } from '../engines.ts'
import { until } from './outcomes.ts'
import { startProcess } from './processes.ts'
import { openDatabase } from './servers.ts'

const files = engines.filter(({ name }) => name === 'node-sqlite')
const anEvent = (title: string) => ({ title, startDate: '2031-05-01 10:00', endDate: '2031-05-01 12:00', venues: [{ id: 1 }] })

describe.each(files)('a merge in a file of $name', (engine) => {
  test('that is killed between two turns leaves the venue, and a second merge does the rest', async () => {
    const { db, path = '', options } = await openDatabase(engine)
    const store = kyselyStore(db, options)
    const calendar = createCalendar({ store })
    await calendar.venues.create({ name: 'Town hall', phone: '1' })
    await calendar.venues.create({ name: 'Hall' })
    await calendar.events.createMany(Array.from({ length: 4_000 }, (_, i) => anEvent(`e${i}`)))
    await calendar.events.create({ ...anEvent('series'), recurrence: 'FREQ=DAILY;COUNT=20' })
    const all = await store.events.count({})
    const child = startProcess('merge-venues.ts', ['node-sqlite', path, options.prefix ?? ''])
    await until(async () => (child.lines().length >= 600 ? true : undefined))
    child.kill()
    expect((await child.ended).code).toBe('SIGKILL')
    const left = await store.events.count({ venueIds: [1] })
    expect(left).toBeGreaterThan(0)
    expect(left + (await store.events.count({ venueIds: [2] }))).toBe(all)
    expect(await calendar.venues.get('town-hall')).toMatchObject({ id: 1 })
    expect(await calendar.venues.merge(1, 2, { members: 'fill' })).toEqual({ merged: 1, links: left })
    expect(await store.events.count({ venueIds: [2] })).toBe(all)
    expect(await calendar.venues.get('town-hall')).toMatchObject({ id: 2, name: 'Hall', phone: '1' })
    expect((await calendar.maintenance.verifySeries({ dryRun: true })).findings).toEqual([])
    expect((await calendar.maintenance.recount({ dryRun: true })).changed).toBe(0)
  })
})
