import type { CalendarStore, EventFilter } from '@kalends/core/store'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'
import { assertFinds, insertAll } from '../expectations.ts'

/** Author ids that a database, a language or a list stored as one text easily confuses. The empty id means that there is no author. */
const ids = [
  '',
  'a',
  'A',
  'a ',
  ' a',
  'é',
  'e\u0301',
  'ß',
  'ss',
  '1',
  '01',
  '1.0',
  '\u{1F600}',
  'null',
  'NULL',
  '"',
  '\\',
  '\\"',
  '{1}',
  '%',
]
const slugs = ids.map((_, i) => `s${i}`)
const unknownIds = Array.from({ length: 600 }, (_, i) => `no-such-${i}`)

/** One published event, venue and organizer of each author; the events are hidden. */
async function seed({ store, draft }: ConformanceContext): Promise<void> {
  const given = ids.map((authorId, i) => ({ authorId, slug: slugs[i] ?? '' }))
  await insertAll(
    store.events,
    given.map((one) => draft.event({ ...one, hidden: true })),
  )
  await insertAll(
    store.venues,
    given.map((one) => draft.venue(one)),
  )
  await insertAll(
    store.organizers,
    given.map((one) => draft.organizer(one)),
  )
}

type AuthorFilter = Pick<EventFilter, 'authorIds' | 'readable'>

/** The members of a filter that take ids of authors. */
const filters: readonly (readonly [key: string, title: string, filter: (authorIds: readonly string[]) => AuthorFilter])[] = [
  ['filter', 'in a filter', (authorIds) => ({ authorIds })],
  ['clause', 'in a read scope', (authorIds) => ({ readable: [{ status: 'publish', authorIds }] })],
]

/** Asserts that a filter of one collection finds exactly the records with these slugs. */
type Check = (store: CalendarStore, filter: AuthorFilter, slugs: readonly string[], what: string) => Promise<void>

const collections: readonly (readonly [name: string, check: Check])[] = [
  ['events', ({ events }, ...asked) => assertFinds(events, ...asked)],
  ['venues', ({ venues }, ...asked) => assertFinds(venues, ...asked)],
  ['organizers', ({ organizers }, ...asked) => assertFinds(organizers, ...asked)],
]

const defineOne = (key: string, title: string, find: (store: CalendarStore, author: readonly string[], own: string) => Promise<void>) =>
  defineCase(`authors/${key}`, `ids of authors ${title} are compared by code point`, async (context) => {
    await seed(context)
    for (const [i, id] of ids.entries()) {
      await find(context.store, [id], slugs[i] ?? '')
      await find(context.store, [...unknownIds, id], slugs[i] ?? '')
    }
  })

/** Ids of authors are compared by code point, alone and in long lists. */
export const authorCases: readonly ConformanceCase[] = [
  ...collections.flatMap(([name, check]) =>
    filters.map(([key, title, toFilter]) =>
      defineOne(`${name}/${key}`, `${title} of ${name}`, (store, authorIds, own) =>
        check(store, toFilter(authorIds), [own], JSON.stringify(authorIds.at(-1))),
      ),
    ),
  ),
  defineOne('events/hidden-by', 'in hiddenBy', (store, hiddenBy, own) =>
    assertFinds(store.events, { hiddenBy }, [own], JSON.stringify(hiddenBy.at(-1))),
  ),
]
