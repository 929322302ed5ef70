import { type CalendarStore, createCalendar } from '@kalends/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'

/** A store that counts the characters of the texts that it finds, each as often as the database sends it. */
function countCharacters(inner: CalendarStore): { readonly store: CalendarStore; during(work: () => Promise<unknown>): Promise<number> } {
  let characters = 0
  const counting = (store: CalendarStore): CalendarStore => ({
    ...store,
    transaction: (work) => store.transaction((tx) => work(counting(tx))),
    events: {
      ...store.events,
      find: async (query) => {
        const found = await store.events.find(query)
        for (const { description, excerpt, searchText } of found) characters += description.length + excerpt.length + searchText.length
        return found
      },
    },
  })
  return {
    store: counting(inner),
    during: async (work) => {
      characters = 0
      await work()
      return characters
    },
  }
}

describe.each(engines)('a series with the longest texts on $name', ({ open }) => {
  test('is read once by a write, not once for each of its dates', async () => {
    const { db, options, close } = await open()
    onTestFinished(close)
    const counter = countCharacters(kyselyStore(db, options))
    const calendar = createCalendar({ store: counter.store })
    const text = 'a'.repeat(65_536)
    const { id } = await calendar.events.create({
      title: 'Market',
      startDate: '2031-01-01',
      endDate: '2031-01-01',
      description: text,
      excerpt: text,
      recurrence: 'FREQ=DAILY;COUNT=60',
    })
    const [first] = (await calendar.events.list({ series: [id], startDate: '2031-01-01', endDate: '2031-12-31' })).items
    const [date = 0] = [first?.id]
    const writes: readonly (() => Promise<unknown>)[] = [
      () => calendar.events.update(id, { website: 'https://example.org/' }),
      () => calendar.events.update(id, { startDate: '2031-01-02', endDate: '2031-01-02' }),
      () => calendar.events.update(date, { featured: true }, { scope: 'all' }),
      () => calendar.events.trash(id),
      () => calendar.events.restore(id),
      () => calendar.events.verifySeries(),
    ]
    for (const write of writes) expect(await counter.during(write)).toBeLessThan(20 * text.length)
    expect((await calendar.events.get(date)).description).toHaveLength(text.length)
  })
})
