import type { Collection, EventSort, PublishedRecord, ReadScope, SortKey } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'
import { assertFinds, slugsOf } from '../expectations.ts'
import { type FilterRow, filterCases, row, seedBySlug } from '../tables.ts'

type Published = Partial<Pick<PublishedRecord, 'slug' | 'status' | 'statusBeforeTrash' | 'authorId' | 'publishedMs'>>

/** a to d are published at 1000, 2000, 2000 and 3000; the others are not published. */
const records: readonly Published[] = [
  { slug: 'a', status: 'publish', authorId: '1', publishedMs: 1000 },
  { slug: 'b', status: 'publish', authorId: '2', publishedMs: 2000 },
  { slug: 'c', status: 'publish', authorId: '', publishedMs: 2000 },
  { slug: 'd', status: 'publish', authorId: '2', publishedMs: 3000 },
  { slug: 'e', status: 'draft', authorId: '1', publishedMs: 1000 },
  { slug: 'f', status: 'draft', authorId: '2', publishedMs: 2000 },
  { slug: 'g', status: 'pending', authorId: '1', publishedMs: 2000 },
  { slug: 'h', status: 'private', authorId: '1', publishedMs: 2000 },
  { slug: 'i', status: 'trash', statusBeforeTrash: 'draft', authorId: '1', publishedMs: 2000 },
  { slug: 'j', status: 'trash', statusBeforeTrash: 'publish', authorId: '2', publishedMs: 2000 },
]

const scope = (key: string, title: string, readable: ReadScope, finds: string): FilterRow<unknown, { readable: ReadScope }> =>
  row(key, title, () => ({ readable }), finds)

const rows = [
  scope('status', 'a clause with a status alone', [{ status: 'publish' }], 'a b c d'),
  scope('draft', 'drafts', [{ status: 'draft' }], 'e f'),
  scope('pending', 'pending records', [{ status: 'pending' }], 'g'),
  scope('private', 'private records', [{ status: 'private' }], 'h'),
  scope('trash', 'records in the trash', [{ status: 'trash' }], 'i j'),
  scope(
    'before-trash',
    'records that were published before they were put into the trash',
    [{ status: 'trash', statusBeforeTrash: 'publish' }],
    'j',
  ),
  scope('never-trash', 'records outside the trash have no status before the trash', [{ status: 'draft', statusBeforeTrash: 'draft' }], ''),
  scope('no-clause', 'a scope without clauses matches nothing', [], ''),
  scope('any-clause', 'a record has to match only one of the clauses', [{ status: 'trash' }, { status: 'draft' }], 'e f i j'),
  scope(
    'same-clause',
    'a record that two clauses match is found once',
    [{ status: 'draft' }, { status: 'draft', authorIds: ['1'] }],
    'e f',
  ),
  scope('author', 'a clause with several authors matches the records of each', [{ status: 'publish', authorIds: ['7', '2', '8'] }], 'b d'),
  scope('nobody', 'the empty author id matches records without an author', [{ status: 'publish', authorIds: [''] }], 'c'),
  scope('no-authors', 'an empty list of authors matches nothing', [{ status: 'publish', authorIds: [] }], ''),
  scope('from', 'published at or after', [{ status: 'publish', publishedMs: { gte: 2000 } }], 'b c d'),
  scope('before', 'published before', [{ status: 'publish', publishedMs: { lt: 2000 } }], 'a'),
  scope('between', 'published in a range', [{ status: 'publish', publishedMs: { gte: 1000, lt: 2001 } }], 'a b c'),
  scope('whenever', 'an open range of publication matches everything', [{ status: 'publish', publishedMs: {} }], 'a b c d'),
  scope('never', 'a reversed range matches nothing', [{ status: 'publish', publishedMs: { gte: 3000, lt: 1000 } }], ''),
  scope('author-and-date', 'author and date together', [{ status: 'publish', authorIds: ['2'], publishedMs: { lt: 3000 } }], 'b'),
  scope(
    'editor',
    'several clauses: everything published by now, own drafts, and everything pending',
    [{ status: 'publish', publishedMs: { lt: 2001 } }, { status: 'draft', authorIds: ['1'] }, { status: 'pending' }],
    'a b c e g',
  ),
]

function casesOf<R extends PublishedRecord, D>(
  name: string,
  of: (context: ConformanceContext) => Collection<R, { readable: ReadScope }, SortKey<'id'>>,
  seed: (context: ConformanceContext) => Promise<D>,
): ConformanceCase[] {
  return filterCases({ prefix: `${name}/readable`, rows, collection: of, seed })
}

const eventOrders: readonly EventSort['key'][] = ['id', 'startLocal', 'startMs', 'endLocal', 'titleKey', 'publishedMs', 'updatedMs']

/**
 * The status before the trash, in lists by tag. The SQL store copies some members of an event into its link rows to filter by them, but not
 * this one.
 */
const linkedCase = defineCase(
  'events/readable/before-trash-linked',
  'lists of events by tag are filtered by the status before the trash, in every order',
  async ({ store, draft }) => {
    const tag = await store.terms.insert(draft.term({ slug: 'tag', taxonomy: 'tag' }))
    for (const given of records) await store.events.insert(draft.event({ ...given, tagIds: [tag.id] }))
    const filter = { tagIds: [tag.id], readable: [{ status: 'trash', statusBeforeTrash: 'publish' }] } as const
    for (const key of eventOrders) {
      const found = await store.events.find({
        filter,
        order: [
          { key, direction: 'asc' },
          { key: 'id', direction: 'asc' },
        ],
        offset: 0,
        limit: 10,
      })
      assertEqual(slugsOf(found), ['j'])
    }
  },
)

const statuses = ['publish', 'draft', 'pending', 'private', 'trash'] as const

/** Clauses that name links, in reads of events that have some. */
const linkCases: readonly ConformanceCase[] = [
  defineCase('events/readable/links', 'a clause with links matches the events that link one of each list', async ({ store, draft }) => {
    const venues = [await store.venues.insert(draft.venue()), await store.venues.insert(draft.venue())].map(({ id }) => id)
    const [organizer, category, other] = [
      (await store.organizers.insert(draft.organizer())).id,
      (await store.terms.insert(draft.term({ taxonomy: 'category' }))).id,
      (await store.terms.insert(draft.term({ taxonomy: 'category' }))).id,
    ]
    const [here = 0, there = 0] = venues
    const given = [
      { slug: 'a', venueIds: [here], organizerIds: [organizer] },
      { slug: 'b', venueIds: [there, here], status: 'draft', authorId: '1' },
      { slug: 'c', venueIds: [there], categoryIds: [other, category] },
      { slug: 'd', organizerIds: [organizer], categoryIds: [category], status: 'draft', authorId: '2' },
      { slug: 'e', categoryIds: [other] },
      { slug: 'f' },
    ] as const
    for (const one of given) await store.events.insert(draft.event(one))
    const finds = async (readable: ReadScope, expected: string): Promise<void> =>
      assertFinds(store.events, { readable }, expected === '' ? [] : expected.split(' '), JSON.stringify(readable))
    await finds([{ status: 'publish', venueIds: [here] }], 'a')
    await finds([{ status: 'publish', venueIds: [there, here, there + 900] }], 'a c')
    await finds([{ status: 'publish', venueIds: [] }], '')
    await finds(
      [
        { status: 'publish', organizerIds: [organizer] },
        { status: 'draft', venueIds: [here], authorIds: ['1', '7'] },
      ],
      'a b',
    )
    await finds([{ status: 'draft', organizerIds: [organizer], categoryIds: [category], authorIds: ['2'] }], 'd')
    await finds([{ status: 'publish', venueIds: [here], categoryIds: [category] }], '')
    await finds(
      [
        { status: 'publish', categoryIds: [category] },
        { status: 'publish', categoryIds: [other], authorIds: ['9'] },
      ],
      'c',
    )
    await finds([{ status: 'publish' }, { status: 'draft', categoryIds: [category] }], 'a c d e f')
    await finds([{ status: 'publish', venueIds: [here], publishedMs: { gte: Number.MAX_SAFE_INTEGER } }], '')
  }),
  defineCase('venues/readable/links', 'a clause with links matches no venue and no organizer', async ({ store, draft }) => {
    const venue = await store.venues.insert(draft.venue())
    const organizer = await store.organizers.insert(draft.organizer())
    for (const links of [{ venueIds: [venue.id] }, { organizerIds: [organizer.id] }, { categoryIds: [venue.id] }]) {
      const readable = statuses.map((status) => ({ status, ...links }))
      await assertFinds(store.venues, { readable }, [], 'venues')
      await assertFinds(store.venues, { readable, ids: [venue.id] }, [], 'the venue')
      await assertFinds(store.organizers, { readable }, [], 'organizers')
    }
  }),
]

/** Read scopes, for each kind that has a status. */
export const readableCases: readonly ConformanceCase[] = [
  linkedCase,
  ...linkCases,
  ...casesOf(
    'events',
    ({ store }) => store.events,
    ({ store, draft }) =>
      seedBySlug(
        store.events,
        records.map((given) => draft.event(given)),
      ),
  ),
  ...casesOf(
    'venues',
    ({ store }) => store.venues,
    ({ store, draft }) =>
      seedBySlug(
        store.venues,
        records.map((given) => draft.venue(given)),
      ),
  ),
  ...casesOf(
    'organizers',
    ({ store }) => store.organizers,
    ({ store, draft }) =>
      seedBySlug(
        store.organizers,
        records.map((given) => draft.organizer(given)),
      ),
  ),
]
