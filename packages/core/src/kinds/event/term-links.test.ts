import { memoryStore } from '@kalends/memory'
import { buildTermDraft } from '@kalends/testing/conformance'
import { describe, expect, test } from 'vitest'
import { anEvent, openCalendar, outcomeOf } from '../../../test/open-calendar.ts'
import { allowAll } from '../../access/policy.ts'
import { createCalendar } from '../../calendar/calendar.ts'
import type { CalendarStore } from '../../store/contract.ts'

/** A store in which another writer creates a tag named New between the lookup and the insert of the same tag. */
function contested(): CalendarStore {
  const memory = memoryStore()
  let isMade = false
  const contend = (tx: CalendarStore): CalendarStore => ({
    ...tx,
    terms: {
      ...tx.terms,
      insert: async (draft) => {
        if (!isMade) {
          isMade = true
          await tx.terms.insert({ ...draft, slug: 'theirs' })
        }
        return tx.terms.insert(draft)
      },
    },
  })
  return { ...memory, transaction: (work) => memory.transaction((tx) => work(contend(tx))) }
}

describe('a new name of a term that another writer creates at the same time', () => {
  test('links the term of that writer', async () => {
    const calendar = createCalendar({ store: contested() })
    const event = await calendar.events.create(anEvent({ tags: 'New,Other' }))
    expect(event.tags).toMatchObject([{ name: 'New', slug: 'theirs' }, { name: 'Other' }])
  })

  test('is refused if the viewer may not link terms', async () => {
    const calendar = createCalendar({ store: contested() }).as({ id: '7' }, { ...allowAll(), may: ({ action }) => action !== 'link' })
    expect(await outcomeOf(calendar.events.create(anEvent({ tags: 'New' })))).toBe('forbidden')
  })
})

describe('texts that name terms', () => {
  test.each(['0x1', '1.0', '1e0', '+1', '-1', '１', '1 1', ' 1.', '99999999999999999999'])('%o is no id, but a name', async (text) => {
    const { calendar } = openCalendar()
    await calendar.tags.create({ name: 'First' })
    const { tags } = await calendar.events.create(anEvent({ tags: [text] }))
    expect(tags).toMatchObject([{ id: 2, name: text.trim() }])
  })

  test('a name under several parents means the lowest id, whatever their slugs', async () => {
    const { calendar } = openCalendar()
    await calendar.categories.create({ name: 'A' })
    await calendar.categories.create({ name: 'B' })
    await calendar.categories.create({ name: 'Late night', slug: 'y', parentId: 2 })
    await calendar.categories.create({ name: 'Late night', slug: 'x', parentId: 1 })
    await calendar.categories.create({ name: 'Late night', slug: 'w' })
    expect((await calendar.events.create(anEvent({ categories: 'late NIGHT' }))).categories).toMatchObject([{ id: 3 }])
  })
})

test('a category includes all of its 1,050 children in a filter and in its deletion', async () => {
  const store = memoryStore()
  const calendar = createCalendar({ store })
  const root = await calendar.categories.create({ name: 'Root' })
  for (let i = 0; i < 1_050; i++)
    await store.terms.insert(buildTermDraft({ name: `n${i}`, slug: `n${i}`, nameKey: `n${i}`, parentId: root.id, ancestorIds: [root.id] }))
  await calendar.events.create(anEvent({ startDate: '2200-01-01', endDate: '2200-01-01', categories: ['n0', 'n1049'] }))
  await calendar.events.create(anEvent({ startDate: '2200-01-01', endDate: '2200-01-01', categories: 'n1048' }))
  expect((await calendar.events.list({ categories: 'root', startsAfter: '1900-01-01' })).total).toBe(2)
  await calendar.categories.delete(root.id)
  expect((await calendar.categories.list({ parentIds: 0 })).total).toBe(1_050)
})
