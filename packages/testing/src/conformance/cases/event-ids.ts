import type { EventFilter, EventSort } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { byId, downBy, insertAll, upBy } from '../expectations.ts'
import { publishedEvents } from '../listed-events.ts'

/** The ids of pages of events. */
export const eventIdCases: readonly ConformanceCase[] = [
  defineCase('event-ids/pages', 'findIds gives the ids of the records that find gives, in their order', async ({ store, draft }) => {
    const [tag] = await insertAll(store.terms, [draft.term({ taxonomy: 'tag' }), draft.term({ taxonomy: 'tag' })])
    const tagIds = tag === undefined ? [] : [tag.id]
    await insertAll(
      store.events,
      [...'dacbfe'].map((title, index) =>
        draft.event({ title, titleKey: title, searchText: title, publishedMs: 100 - index, tagIds: index % 2 === 0 ? tagIds : [] }),
      ),
    )
    const filters: readonly EventFilter[] = [{}, publishedEvents, { tagIds }, { textAll: ['a'] }, { afterId: 2 }, { ids: [] }]
    const orders: readonly (readonly EventSort[])[] = [byId, upBy('titleKey'), downBy('publishedMs'), upBy('startLocal')]
    for (const filter of filters) {
      for (const order of orders) {
        for (const [offset, limit] of [
          [0, 10],
          [0, 2],
          [1, 3],
          [4, 5],
          [9, 1],
        ] as const) {
          const query = { filter, order, offset, limit }
          const expected = (await store.events.find(query)).map(({ id }) => id)
          assertEqual(await store.events.findIds(query), expected, JSON.stringify(query))
        }
      }
    }
  }),
]
