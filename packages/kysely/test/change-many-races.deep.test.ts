import { createCalendar, isCalendarError } from '@kalends/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { enginesOfLane } from './engines.ts'

const evening = { startDate: '2031-05-01 19:30', endDate: '2031-05-01 21:00' }

/** What a writer may be told when another one was faster. */
const mayLose = (error: unknown): void => {
  if (!isCalendarError(error) || !['not_found', 'in_trash', 'unavailable'].includes(error.code)) throw error
}

describe.each(enginesOfLane.filter(({ isShared }) => isShared))(
  'changes of many events beside other writers on $name',
  { timeout: 300_000 },
  ({ open }) => {
    test('series that another writer restores at the same moment get their status back', async () => {
      const { db, options, close } = await open()
      onTestFinished(close)
      const { events } = createCalendar({ store: kyselyStore(db, options), timeZone: 'UTC' })
      const ids: number[] = []
      for (let i = 0; i < 12; i++) {
        ids.push((await events.create({ title: `Series ${i}`, ...evening, recurrence: 'FREQ=DAILY;COUNT=3' })).id)
        ids.push((await events.create({ title: `Single ${i}`, ...evening })).id)
      }
      for (let round = 0; round < 2; round++) {
        await events.trashMany({})
        await Promise.all([
          events.restoreMany({}),
          events.restoreMany({}),
          ...ids.toReversed().map((id) => events.restore(id).catch(mayLose)),
        ])
        const all = await Promise.all(ids.map((id) => events.get(id)))
        expect(all.map(({ status }) => status)).toEqual(ids.map(() => 'publish'))
      }
    })

    test('an event that another writer has changed, so that it no longer matches, stays as it is', async () => {
      const { db, options, close } = await open()
      onTestFinished(close)
      const { events } = createCalendar({ store: kyselyStore(db, options), timeZone: 'UTC' })
      const ids: number[] = []
      for (let i = 0; i < 40; i++) {
        const recurrence = i % 4 === 0 ? { recurrence: 'FREQ=DAILY;COUNT=3' } : {}
        ids.push((await events.create({ title: `Event ${i}`, ...evening, ...recurrence })).id)
      }
      const check = ({ sticky }: { readonly sticky: boolean }): void => {
        if (sticky) throw new Error('The list was faster.')
      }
      await Promise.all([
        events.updateMany({ featured: false }, { sticky: true }),
        ...ids.toReversed().map((id) => events.update(id, { featured: true }, { check }).catch(() => undefined)),
        ...ids.map((id) => events.update(id, { website: 'https://example.org/' })),
      ])
      for (const id of ids) {
        const { featured, sticky, website } = await events.get(id)
        expect([featured !== sticky, website], String(id)).toEqual([true, 'https://example.org/'])
      }
    })
  },
)
