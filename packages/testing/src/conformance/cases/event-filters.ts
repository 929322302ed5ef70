import type { EventFilter, EventRecord, ReadScope } from '@kalends/core/store'
import type { ConformanceCase, ConformanceContext } from '../case.ts'
import { type FilterRow, type FilterTable, filterCases, pairsCase, row, seedBySlug } from '../tables.ts'

/** The ids of the linked records, by slug. */
interface World {
  readonly event: (slug: string) => number
  readonly venue: (slug: string) => number
  readonly organizer: (slug: string) => number
  readonly term: (slug: string) => number
}

/** The second venue and the first organizer are drafts of an author. */
const ofDraft = (isDraft: boolean) => (isDraft ? { status: 'draft' as const, authorId: '7' } : {})

const changed = (authorId: string, updatedMs: number) => ({ authorId, updatedMs })

const seed = ({ store, draft }: ConformanceContext): Promise<World> =>
  store.transaction(async (tx) => {
    const venue = await seedBySlug(
      tx.venues,
      ['v1', 'v2', 'v3'].map((slug) => draft.venue({ slug, ...ofDraft(slug === 'v2') })),
    )
    const organizer = await seedBySlug(
      tx.organizers,
      ['o1', 'o2', 'o3'].map((slug) => draft.organizer({ slug, ...ofDraft(slug === 'o1') })),
    )
    const term = await seedBySlug(tx.terms, [
      ...['c1', 'c2', 'c3'].map((slug) => draft.term({ slug })),
      ...['t1', 't2', 't3'].map((slug) => draft.term({ slug, taxonomy: 'tag' })),
    ])
    const { id: parentId } = await tx.events.insert(
      draft.event({
        slug: 'a',
        uid: 'uid-a',
        ...changed('1', 10),
        featured: true,
        image: 7,
        description: '<p>Doors open at eight.</p>',
        venueIds: [venue('v1')],
        organizerIds: [organizer('o1')],
        categoryIds: [term('c1')],
      }),
    )
    const event = await seedBySlug(tx.events, [
      draft.event({
        slug: 'b',
        uid: 'uid-b',
        ...changed('1', 20),
        hidden: true,
        image: 'https://example.org/b.jpg',
        venueIds: [venue('v2'), venue('v1')],
        categoryIds: [term('c1'), term('c2')],
        tagIds: [term('t1')],
      }),
      draft.event({
        slug: 'c',
        uid: 'uid-c',
        ...changed('2', 30),
        parentId,
        description: ' ',
        venueIds: [venue('v2')],
        organizerIds: [organizer('o2'), organizer('o1')],
      }),
      draft.event({
        slug: 'd',
        uid: 'uid-d',
        ...changed('2', 40),
        parentId,
        featured: true,
        hidden: true,
        categoryIds: [term('c2')],
        tagIds: [term('t1'), term('t2')],
      }),
      draft.event({ slug: 'e', ...changed('3', 50), organizerIds: [organizer('o1')], tagIds: [term('t2')] }),
    ])
    return { event: (slug) => (slug === 'a' ? parentId : event(slug)), venue, organizer, term }
  })

const everybody: ReadScope = [{ status: 'publish' }]
const ofAuthor: ReadScope = [{ status: 'draft', authorIds: ['7'] }]

const rows: readonly FilterRow<World, EventFilter>[] = [
  row('featured', 'featured: featured events', () => ({ featured: true }), 'a d'),
  row('not-featured', 'featured: events that are not featured', () => ({ featured: false }), 'b c e'),
  row('hidden', 'hidden: hidden events', () => ({ hidden: true }), 'b d'),
  row('not-hidden', 'hidden: events that are not hidden', () => ({ hidden: false }), 'a c e'),
  row('hidden-by', 'hiddenBy: hidden events of this author, and all events that are not hidden', () => ({ hiddenBy: ['2'] }), 'a c d e'),
  row('hidden-by-several', 'hiddenBy: hidden events of several authors', () => ({ hiddenBy: ['2', '1', '2'] }), 'a b c d e'),
  row('hidden-by-others', 'hiddenBy: authors without hidden events', () => ({ hiddenBy: ['3', '900000001'] }), 'a c e'),
  row('hidden-by-empty', 'hiddenBy: an empty list matches no hidden event', () => ({ hiddenBy: [] }), 'a c e'),
  row('author', 'authorIds: one author', () => ({ authorIds: ['1'] }), 'a b'),
  row('authors', 'authorIds: any of several authors', () => ({ authorIds: ['3', '2', '3', '900000001'] }), 'c d e'),
  row('authors-empty', 'authorIds: an empty list matches nothing', () => ({ authorIds: [] }), ''),
  row('author-unknown', 'authorIds: an author without records', () => ({ authorIds: ['', '900000001'] }), ''),
  row('uid', 'uids: one uid', () => ({ uids: ['uid-b'] }), 'b'),
  row('uids', 'uids: any of several uids', () => ({ uids: ['uid-d', 'uid-b', 'uid-d', 'UID-A', 'uid-a '] }), 'b d'),
  row('uids-empty', 'uids: an empty list matches nothing', () => ({ uids: [] }), ''),
  row('uids-without', 'uids: the empty text does not match records without a uid', () => ({ uids: ['', 'null', 'uid-a'] }), 'a'),
  row('updated', 'updatedMs: the lower bound is included', () => ({ updatedMs: { gte: 30 } }), 'c d e'),
  row('updated-before', 'updatedMs: the upper bound is excluded', () => ({ updatedMs: { lt: 30 } }), 'a b'),
  row('updated-within', 'updatedMs: both bounds', () => ({ updatedMs: { gte: 20, lt: 40 } }), 'b c'),
  row('updated-nothing', 'updatedMs: reversed bounds match nothing', () => ({ updatedMs: { gte: 40, lt: 20 } }), ''),
  row('parent', 'parentIds: the children of these events', ({ event }) => ({ parentIds: [event('a'), event('b')] }), 'c d'),
  row('parent-none', 'parentIds: 0 matches events without a parent', () => ({ parentIds: [0] }), 'a b e'),
  row('parent-empty', 'parentIds: an empty list matches nothing', () => ({ parentIds: [] }), ''),
  row('parent-childless', 'parentIds: an event without children', ({ event }) => ({ parentIds: [event('e')] }), ''),
  row('venue', 'venueIds: one venue', ({ venue }) => ({ venueIds: [venue('v1')] }), 'a b'),
  row(
    'venues',
    'venueIds: any of several venues, each event once',
    ({ venue }) => ({ venueIds: [venue('v2'), venue('v1'), venue('v3')] }),
    'a b c',
  ),
  row('venues-empty', 'venueIds: an empty list matches nothing', () => ({ venueIds: [] }), ''),
  row('venue-unused', 'venueIds: a venue without events', ({ venue }) => ({ venueIds: [venue('v3')] }), ''),
  row('organizer', 'organizerIds: one organizer', ({ organizer }) => ({ organizerIds: [organizer('o1')] }), 'a c e'),
  row(
    'organizers',
    'organizerIds: any of several organizers',
    ({ organizer }) => ({ organizerIds: [organizer('o2'), organizer('o3')] }),
    'c',
  ),
  row('organizers-empty', 'organizerIds: an empty list matches nothing', () => ({ organizerIds: [] }), ''),
  row('category', 'categoryIds: one category', ({ term }) => ({ categoryIds: [term('c1')] }), 'a b'),
  row(
    'categories',
    'categoryIds: any of several categories, each event once',
    ({ term }) => ({ categoryIds: [term('c2'), term('c1')] }),
    'a b d',
  ),
  row('categories-empty', 'categoryIds: an empty list matches nothing', () => ({ categoryIds: [] }), ''),
  row('category-tag', 'categoryIds: the id of a tag matches nothing', ({ term }) => ({ categoryIds: [term('t1')] }), ''),
  row('tag', 'tagIds: one tag', ({ term }) => ({ tagIds: [term('t1')] }), 'b d'),
  row('tags', 'tagIds: any of several tags, each event once', ({ term }) => ({ tagIds: [term('t1'), term('t2'), term('t3')] }), 'b d e'),
  row('tags-empty', 'tagIds: an empty list matches nothing', () => ({ tagIds: [] }), ''),
  row('tag-category', 'tagIds: the id of a category matches nothing', ({ term }) => ({ tagIds: [term('c1')] }), ''),
  row('image-none', 'hasImage: events without an image', () => ({ hasImage: false }), 'c d e'),
  row('categorized-none', 'hasCategory: events without a category, with tags or not', () => ({ hasCategory: false }), 'c e'),
  row('has-venue', 'hasVenue: events with a readable venue', () => ({ hasVenue: { some: true, readable: everybody } }), 'a b'),
  row(
    'has-organizer-none',
    'hasOrganizer: events without a readable organizer',
    () => ({ hasOrganizer: { some: false, readable: everybody } }),
    'a b d e',
  ),
  row('readable', 'readable: events with this status', () => ({ readable: [{ status: 'publish' }] }), 'a b c d e'),
  row(
    'start',
    'startLocal: events that start within the range',
    () => ({ startLocal: { gte: '2026-06-02T00:00:00', lt: '2026-06-04T10:00:00' } }),
    'b c',
  ),
]

/** Further conditions on what events lack: as pairs with all others, they would take a minute. */
const alone: readonly FilterRow<World, EventFilter>[] = [
  row('image', 'hasImage: events with an image', () => ({ hasImage: true }), 'a b'),
  row('description', 'hasDescription: events with a description, which may be a space', () => ({ hasDescription: true }), 'a c'),
  row('description-none', 'hasDescription: events without a description', () => ({ hasDescription: false }), 'b d e'),
  row('categorized', 'hasCategory: events with a category', () => ({ hasCategory: true }), 'a b d'),
  row('has-venue-none', 'hasVenue: events without a readable venue', () => ({ hasVenue: { some: false, readable: everybody } }), 'c d e'),
  row('has-venue-own', 'hasVenue: a clause for the drafts of an author', () => ({ hasVenue: { some: true, readable: ofAuthor } }), 'b c'),
  row('has-venue-nobody', 'hasVenue: no venue is readable', () => ({ hasVenue: { some: true, readable: [] } }), ''),
  row(
    'has-organizer',
    'hasOrganizer: events with a readable organizer',
    () => ({ hasOrganizer: { some: true, readable: everybody } }),
    'c',
  ),
  row(
    'has-organizer-own',
    'hasOrganizer: a clause for the drafts of an author',
    () => ({ hasOrganizer: { some: true, readable: ofAuthor } }),
    'a c e',
  ),
]

const table: FilterTable<World, EventRecord, EventFilter> = { prefix: 'events/filter', rows, collection: ({ store }) => store.events, seed }

/** The members that only event filters have, alone and in pairs. */
export const eventFilterCases: readonly ConformanceCase[] = [
  ...filterCases(table),
  ...filterCases({ ...table, rows: alone }),
  pairsCase(table),
]
