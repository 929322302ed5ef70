import { setImmediate as turn } from 'node:timers/promises'
import { type Calendar, createCalendar } from '@kalends/core'
import { fixedClock } from '@kalends/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines, type TestEngine } from './engines.ts'

const concert = { title: 'Choir', startDate: '2026-06-10 19:30', endDate: '2026-06-10 21:00' }

/** A calendar over one connection: code that waits for a second one inside a transaction waits forever. */
async function openOverOne(engine: TestEngine): Promise<Calendar> {
  const { db, options, close } = await engine.open({ poolSize: 1 })
  onTestFinished(close)
  return createCalendar({ store: kyselyStore(db, options), clock: fixedClock('2026-06-01T12:00:00Z') })
}

describe.each(engines)('with one connection, on $name', { timeout: 20_000 }, (engine) => {
  test.each<[string, (calendar: Calendar) => Promise<unknown>]>([
    ['reads', (calendar) => calendar.events.list()],
    ['writes', (calendar) => calendar.events.create(concert)],
    ['begins a transaction', (calendar) => calendar.transaction(async () => 1)],
  ])('work that %s through the outer calendar is told to use tx, and undone', async (_name, use) => {
    const calendar = await openOverOne(engine)
    const work = async (tx: Calendar): Promise<void> => {
      await tx.events.create(concert)
      await use(calendar)
    }
    await expect(calendar.transaction(work)).rejects.toThrow(/use the calendar that the work is given/)
    expect((await calendar.events.list()).total).toBe(0)
  })

  test('work that was left behind goes on with the outer calendar, and writes nothing with tx', async () => {
    const calendar = await openOverOne(engine)
    const left: Promise<unknown>[] = []
    calendar.on('event.created', ({ after }) => void left.push(calendar.events.get(after?.id ?? 0)))
    await calendar.transaction(async (tx) => {
      await tx.events.create(concert)
      left.push(
        turn()
          .then(() => turn())
          .then(() => calendar.events.create(concert)),
      )
    })
    const kept = await calendar.transaction(async (tx) => tx)
    await expect(kept.events.create(concert)).rejects.toThrow(/This transaction has ended/)
    await Promise.all(left)
    expect((await calendar.events.list()).total).toBe(2)
  })
})
