import type { CalendarStore, EventFilter, LinkField } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { buildOccurrenceDraft } from '../../factories/series.ts'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'
import { assertFinds, byId, downBy, findAll, insertAll, insertLinked, slugsOf, upBy } from '../expectations.ts'
import { linkedKinds } from '../linked-kinds.ts'
import { keyed, ofLevel } from './field-keys.ts'
import { weekKey } from './series-records.ts'

const listed = { readable: [{ status: 'publish' }], hidden: false } as const satisfies EventFilter

const at = (day: number) => ({ startLocal: `2026-07-0${day}T10:00:00` })

/** Inserts events whose slugs contain the day of July on which they start. @returns the ids of a venue and of a tag that some of them link */
async function seed({ store, draft }: ConformanceContext): Promise<{ readonly venueId: number; readonly tagId: number }> {
  const { venueIds, tagIds } = await insertLinked(store, draft)
  const [[venueId = 0], [tagId = 0]] = [venueIds, tagIds]
  await insertAll(store.events, [
    draft.event({ slug: 'e7', times: at(7), fields: keyed.a, venueIds: [venueId], tagIds: [tagId] }),
    draft.event({ slug: 'e6', times: at(6), fields: keyed.b, tagIds: [tagId], featured: true }),
    draft.event({ slug: 'e5', times: at(5), fields: keyed.c, venueIds: [venueId] }),
    draft.event({ slug: 'hidden4', times: at(4), fields: keyed.b, hidden: true }),
    draft.event({ slug: 'draft3', times: at(3), fields: keyed.b, status: 'draft' }),
    draft.event({ slug: 'e2', times: at(2), fields: keyed.b, venueIds: [venueId] }),
    draft.event({ slug: 'none1', times: at(1) }),
  ])
  return { venueId, tagId }
}

const levels = ofLevel('sbeginner', 'spro')

const listCase = defineCase('fields/lists', 'lists by fields keep their order, pages and other filters', async (context) => {
  const { events } = context.store
  const { venueId, tagId } = await seed(context)
  const lists: readonly (readonly [what: string, filter: EventFilter, slugs: string])[] = [
    ['listed', { ...listed, ...levels }, 'e2 e5 e6 e7'],
    ['a window', { ...listed, ...levels, startLocal: { gte: '2026-07-05T10:00:00', lt: '2026-07-07T10:00:00' } }, 'e5 e6'],
    ['running events', { ...listed, ...levels, endLocal: { gte: '2026-07-05T10:30:00' } }, 'e5 e6 e7'],
    ['a range', { ...listed, fields: [{ name: 'seats', range: { gte: 'n2' } }] }, 'e2 e5 e6'],
    ['a range above the lowest key', { ...listed, fields: [{ name: 'seats', range: { gte: 'n3' } }] }, 'e2 e5 e6'],
    ['any key', { ...listed, fields: [{ name: 'seats' }] }, 'e2 e5 e6 e7'],
    ['two fields', { ...listed, fields: [...levels.fields, { name: 'seats', range: { lt: 'n3' } }] }, 'e2 e6 e7'],
    ['two fields, the range first', { ...listed, fields: [{ name: 'seats', range: { lt: 'n3' } }, ...levels.fields] }, 'e2 e6 e7'],
    ['keys within a range', { ...listed, fields: [{ name: 'seats', keys: ['n1', 'n2', 'n3'], range: { gte: 'n2' } }] }, 'e2 e5 e6'],
    ['at a venue', { ...listed, ...levels, venueIds: [venueId] }, 'e2 e5 e7'],
    ['featured, with a tag', { ...listed, ...levels, tagIds: [tagId], featured: true }, 'e6'],
    ['by title', { ...listed, ...levels, textAll: ['event'] }, 'e2 e5 e6 e7'],
    ['all', levels, 'e2 draft3 hidden4 e5 e6 e7'],
    ['hidden', { ...listed, ...levels, hidden: true }, 'hidden4'],
    ['drafts', { ...levels, readable: [{ status: 'draft' }], hidden: false }, 'draft3'],
    ['no key', { ...listed, ...ofLevel() }, ''],
  ]
  for (const [what, filter, text] of lists) {
    const slugs = text === '' ? [] : text.split(' ')
    const find = async (order: ReturnType<typeof upBy<'startLocal'>>, offset = 0, limit = 100) =>
      slugsOf(await events.find({ filter, order, offset, limit }))
    assertEqual(await find(upBy('startLocal')), slugs, what)
    assertEqual(await find(downBy('startLocal')), slugs.toReversed(), `${what}, downwards`)
    assertEqual(await find(upBy('startLocal'), 1, 2), slugs.slice(1, 3), `${what}, a page`)
    assertEqual(await events.count(filter), slugs.length, `${what}, counted`)
    for (const key of ['startMs', 'endLocal'] as const) {
      assertEqual(slugsOf(await events.find({ filter, order: upBy(key), offset: 0, limit: 100 })), slugs, `${what}, by ${key}`)
    }
    for (const key of ['titleKey', 'updatedMs', 'publishedMs'] as const) {
      const found = await events.find({ filter, order: upBy(key), offset: 0, limit: 100 })
      assertEqual(slugsOf(found).toSorted(), slugs.toSorted(), `${what}, by ${key}`)
    }
  }
})

const linkedCase = defineCase(
  'fields/linked',
  'counts, orders and filters by linked events accept conditions on fields',
  async ({ store, draft }) => {
    const ids = await insertLinked(store, draft)
    const linked = (index: number) => ({
      venueIds: ids.venueIds.slice(index, index + 1),
      organizerIds: ids.organizerIds.slice(index, index + 1),
      categoryIds: ids.categoryIds.slice(index, index + 1),
      tagIds: ids.tagIds.slice(index, index + 1),
    })
    const [a, b, c] = [keyed.a, keyed.b, keyed.c]
    await insertAll(store.events, [
      draft.event({ ...linked(0), fields: a }),
      draft.event({ ...linked(0), fields: b }),
      draft.event({ ...linked(1), fields: c }),
      draft.event(linked(2)),
    ])
    const filter: EventFilter = { ...listed, ...levels }
    const fields: readonly LinkField[] = ['venueIds', 'organizerIds', 'categoryIds', 'tagIds']
    for (const field of fields) {
      const counts = await store.countByLink(field, ids[field], filter)
      assertEqual([ids[field].map((id) => counts.get(id)), counts.size], [[2, 1, undefined, undefined], 2], field)
    }
    for (const kind of linkedKinds) {
      const found = (some: boolean): Promise<readonly unknown[]> => {
        const events = { some, filter }
        if (kind === 'venues') return findAll(store.venues, { events })
        if (kind === 'organizers') return findAll(store.organizers, { events })
        return findAll(store.terms, { taxonomy: kind === 'categories' ? 'category' : 'tag', events })
      }
      assertEqual((await found(true)).length, 2, `${kind} of a matching event`)
      assertEqual((await found(false)).length, 2, `${kind} without one`)
    }
    assertEqual((await findAll(store.terms, { shownBy: filter, taxonomy: 'tag' })).length, 2, 'shown')
    const byCount = { key: 'eventCount', direction: 'desc', filter } as const
    const terms = await store.terms.find({ filter: { taxonomy: 'category' }, order: [byCount, ...byId], offset: 0, limit: 2 })
    assertEqual(
      terms.map(({ id }) => id),
      ids.categoryIds.slice(0, 2),
      'in the order of the counts',
    )
  },
)

const distinctCase = defineCase('fields/distinct', 'distinct takes the earliest occurrence with the keys', async ({ store, draft }) => {
  const series = await store.events.insert(draft.series({ slug: 'series', fields: keyed.a }))
  await insertAll(store.events, [
    buildOccurrenceDraft(series, weekKey(0), { slug: 'first', fields: keyed.c }),
    buildOccurrenceDraft(series, weekKey(1), { slug: 'second' }),
    buildOccurrenceDraft(series, weekKey(2), { slug: 'third' }),
  ])
  const find = async (tx: CalendarStore, keys: readonly string[], slugs: readonly string[]): Promise<void> => {
    const filter = { ...listed, ...ofLevel(...keys), roles: ['single', 'occurrence'], distinct: 'series' } as const
    await assertFinds(tx.events, filter, slugs, keys.join())
  }
  await find(store, ['sbeginner'], ['second'])
  await find(store, ['spro'], ['first'])
  await find(store, ['sbeginner', 'spro'], ['first'])
})

/** Events are listed and counted by the keys of their fields. */
export const fieldListCases: readonly ConformanceCase[] = [listCase, linkedCase, distinctCase]
