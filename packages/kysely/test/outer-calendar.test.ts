import { setImmediate as turn } from 'node:timers/promises'
import { allowAll, type Calendar, createCalendar } from '@kalends/core'
import { fixedClock } from '@kalends/testing'
import { CamelCasePlugin } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines, type TestEngine } from './engines.ts'

const concert = { title: 'Choir', startDate: '2026-06-10 19:30', endDate: '2026-06-10 21:00' }

/** Calendars over one connection: code that acquires a second one inside a transaction would wait forever. */
async function openTwoOverOne(engine: TestEngine): Promise<readonly [Calendar, Calendar]> {
  const { db, options, close } = await engine.open({ poolSize: 1 })
  onTestFinished(close)
  const open = (own: typeof db): Calendar => createCalendar({ store: kyselyStore(own, options), clock: fixedClock('2026-06-01T12:00:00Z') })
  return [open(db), open(db.withPlugin(new CamelCasePlugin()))]
}

const openOverOne = async (engine: TestEngine): Promise<Calendar> => (await openTwoOverOne(engine))[0]

describe.each(engines)('a transaction over one connection on $name', (engine) => {
  test.each<[string, (calendar: Calendar) => Promise<unknown>]>([
    ['reads', (calendar) => calendar.events.list()],
    ['writes', (calendar) => calendar.events.create(concert)],
    ['begins a transaction', (calendar) => calendar.transaction(async () => 1)],
  ])('fails with a hint to use tx if its work %s through the outer calendar', async (_name, use) => {
    const calendar = await openOverOne(engine)
    const work = async (tx: Calendar): Promise<void> => {
      await tx.events.create(concert)
      await use(calendar)
    }
    await expect(calendar.transaction(work)).rejects.toThrow(/use the calendar that the work is given/)
    expect((await calendar.events.list()).total).toBe(0)
  })

  test.each<[string, (calendar: Calendar) => Promise<unknown>]>([
    ['reads', (calendar) => calendar.events.list()],
    ['writes', (calendar) => calendar.events.create(concert)],
    ['begins a transaction', (calendar) => calendar.transaction(async () => 1)],
  ])('fails with a hint to use authenticate if an access policy %s through the calendar', async (_name, use) => {
    const calendar = await openOverOne(engine)
    const may = async (): Promise<boolean> => (await use(calendar)) !== null
    const work = (tx: Calendar): Promise<unknown> => tx.as({ id: '1' }, { ...allowAll(), may }).events.create(concert)
    await expect(calendar.transaction(work)).rejects.toThrow(/must not use the calendar.*`authenticate`/)
    expect((await calendar.events.list()).total).toBe(0)
  })

  test('is undone if an access policy gives no answer, and is then free', async () => {
    const calendar = await openOverOne(engine)
    const may = (): Promise<never> => new Promise(() => undefined)
    const work = (tx: Calendar): Promise<unknown> => tx.as({ id: '1' }, { ...allowAll(), may }).events.create(concert)
    await expect(calendar.transaction(work)).rejects.toMatchObject({ code: 'unavailable' })
    expect((await calendar.events.list()).total).toBe(0)
    await calendar.events.create(concert)
  })

  test('may be outlived by calls of the outer calendar, but not by calls of tx', async () => {
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

const inProcess = engines.filter(({ name }) => name.includes('sqlite') || name === 'pglite')

test.each(inProcess)('a second store over the connection of $name is refused inside a transaction of the first', async (engine) => {
  const [calendar, other] = await openTwoOverOne(engine)
  await expect(calendar.transaction(() => other.events.list())).rejects.toThrow(/use the calendar that the work is given/)
  calendar.before('event.create', async () => void (await other.events.create(concert)))
  await expect(calendar.events.create(concert)).rejects.toThrow(/use the calendar that the work is given/)
  expect((await other.events.list()).total).toBe(0)
  await other.events.create(concert)
})
