import type { CalendarStore, EventRecord, LoggedChange, TermRecord } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { buildOccurrenceDraft } from '../../factories/series.ts'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'
import { marketGiven, weekKey } from './series-records.ts'

/** All rows of the log, after those that are committed have got their numbers. */
export async function logOf(store: CalendarStore, after = 0): Promise<readonly LoggedChange[]> {
  await store.log.number()
  return store.log.read({ after, limit: 1_000 })
}

/** A row as a short text: its kind, its id if it is given, and its verb. */
const toText = ({ kind, id, verb, partOf }: LoggedChange): string => `${kind} ${id} ${verb}${partOf === 0 ? '' : ` of ${partOf}`}`

/** The rows that some work adds, as texts. */
async function added(store: CalendarStore, work: () => Promise<unknown>): Promise<readonly string[]> {
  await store.log.number()
  const before = await store.log.head()
  await work()
  return (await logOf(store, before)).map(toText)
}

/** The last row. */
const lastOf = async (store: CalendarStore): Promise<LoggedChange | undefined> => (await logOf(store)).at(-1)

const noLinks = { venueIds: [], organizerIds: [], categoryIds: [] }
const access = { statusBeforeTrash: null, hidden: false, terms: null, ...noLinks } as const
/** The terms of an event without any. */
const noTerms = { categoryIds: [], tagIds: [] }

const rowCases = [
  defineCase('log/created', 'a new record of each kind is logged as created, without an earlier state', async ({ store, draft }) => {
    const event = await store.events.insert(draft.event({ updatedMs: 5 }))
    const [venue] = await store.venues.insertMany([draft.venue({ updatedMs: 6 })])
    const organizer = await store.organizers.insert(draft.organizer({ updatedMs: 7 }))
    const category = await store.terms.insert(draft.term({ taxonomy: 'category', updatedMs: 8 }))
    const tag = await store.terms.insert(draft.term({ taxonomy: 'tag', updatedMs: 9 }))
    const created = { verb: 'created', partOf: 0, scope: null, was: null, version: 1, actor: '', changed: null } as const
    assertEqual(
      await logOf(store),
      [
        { seq: 1, kind: 'event', id: event.id, atMs: 5, ...created },
        { seq: 2, kind: 'venue', id: venue?.id ?? 0, atMs: 6, ...created },
        { seq: 3, kind: 'organizer', id: organizer.id, atMs: 7, ...created },
        { seq: 4, kind: 'category', id: category.id, atMs: 8, ...created },
        { seq: 5, kind: 'tag', id: tag.id, atMs: 9, ...created },
      ],
      'rows',
    )
  }),
  defineCase('log/replaced', 'a replaced record is logged with the state before the write', async ({ store, draft }) => {
    const event = await store.events.insert(draft.event({ status: 'draft', authorId: '7', hidden: true, publishedMs: 40 }))
    const next = await store.events.update({ ...event, status: 'publish', authorId: '8', hidden: false, publishedMs: 50, updatedMs: 60 })
    const row = await lastOf(store)
    assertEqual(row?.was ?? null, { ...access, status: 'draft', authorId: '7', publishedMs: 40, hidden: true, terms: noTerms }, 'event')
    assertEqual([row?.verb, row?.atMs, row?.partOf], ['updated', 60, 0], 'verb and time')
    await store.events.updateMany([{ ...next, title: 'Other' }])
    assertEqual((await lastOf(store))?.was ?? null, { ...access, status: 'publish', authorId: '8', publishedMs: 50 }, 'by updateMany')
    const venue = await store.venues.insert(draft.venue({ status: 'private', authorId: 'ann', publishedMs: 70 }))
    await store.venues.update({ ...venue, status: 'publish' })
    assertEqual((await lastOf(store))?.was ?? null, { ...access, status: 'private', authorId: 'ann', publishedMs: 70 }, 'venue')
    const term = await store.terms.insert(draft.term())
    await store.terms.update({ ...term, name: 'Other' })
    assertEqual((await lastOf(store))?.was, null, 'term')
  }),
  defineCase('log/trash', 'a record is logged as trashed, restored and deleted', async ({ store, draft }) => {
    const one = await store.organizers.insert(draft.organizer({ status: 'draft' }))
    const verbs = await added(store, async () => {
      const trashed = await store.organizers.update({ ...one, status: 'trash', statusBeforeTrash: 'draft' })
      const back = await store.organizers.update({ ...trashed, status: 'draft', statusBeforeTrash: null })
      const again = await store.organizers.update({ ...back, status: 'trash', statusBeforeTrash: 'draft', publishedMs: 3 })
      await store.organizers.delete(again.id, again.version, { atMs: 77 })
    })
    assertEqual(
      verbs,
      ['trashed', 'restored', 'trashed', 'deleted'].map((verb) => `organizer ${one.id} ${verb}`),
      'verbs',
    )
    const row = await lastOf(store)
    assertEqual(row?.atMs, 77, 'the time of the deletion')
    const was = { ...access, status: 'trash', statusBeforeTrash: 'draft', authorId: one.authorId, publishedMs: 3 } as const
    assertEqual(row?.was ?? null, was, 'the state before it')
  }),
  defineCase('log/deleted-status', 'an occurrence that gets the status `deleted` is logged as deleted, once', async ({ store, draft }) => {
    const series = await store.events.insert(draft.series())
    const one = await store.events.insert(buildOccurrenceDraft(series, '2026-06-08T10:00:00', { status: 'draft' }))
    const texts = await added(store, async () => {
      const deleted = await store.events.update({ ...one, status: 'deleted' })
      await store.events.updateMany([{ ...deleted, updatedMs: 90 }])
    })
    assertEqual(texts, [`event ${one.id} deleted`, `event ${one.id} updated of ${series.id}`], 'verbs')
    assertEqual((await lastOf(store))?.was?.status, 'deleted', 'the state before the last write')
  }),
  defineCase('log/delete-time', 'a deletion without a time has that of the last change', async ({ store, draft }) => {
    const [a, b] = await store.venues.insertMany([draft.venue({ updatedMs: 11 }), draft.venue({ updatedMs: 12 })])
    if (a && b) await store.venues.delete(a.id, 1)
    assertEqual((await lastOf(store))?.atMs, 11, 'delete')
    if (a && b) await store.venues.deleteMany([b])
    assertEqual((await lastOf(store))?.atMs, 12, 'deleteMany')
  }),
  defineCase('log/refused', 'a write that fails logs nothing', async ({ store, draft }) => {
    const venue = await store.venues.insert(draft.venue())
    const texts = await added(store, async () => {
      await store.venues.update({ ...venue, version: 9 }).catch(() => undefined)
      await store.venues.delete(venue.id, 9).catch(() => undefined)
      await store.venues.insertMany([draft.venue({ slug: venue.slug })])
    })
    assertEqual(texts, [], 'rows')
  }),
  defineCase('log/indexed', 'the renewal of keys logs one row of no record', async ({ store, draft }) => {
    const [a, b] = await store.venues.insertMany([draft.venue(), draft.venue()])
    const { mark } = await store.revision(0)
    const keys = [a, b].flatMap((venue) => (venue ? [{ id: venue.id, version: 1, keys: { level: ['pro'] } }] : []))
    const texts = await added(store, async () => {
      await store.venues.replaceKeys(keys, 33)
      await store.venues.replaceKeys([{ id: 900_000_001, version: 1, keys: {} }], 34)
    })
    assertEqual(texts, ['venue 0 indexed'], 'rows')
    const { atMs, was } = (await lastOf(store)) ?? {}
    assertEqual([atMs, was], [33, null], 'its time, and no state')
    assertEqual(await store.log.writtenSince(mark), null, 'everything may have been written')
    assertEqual(await store.log.writtenSince((await store.revision(0)).mark), [], 'since the renewal')
    for (const taxonomy of ['category', 'tag'] as const) {
      const { id, version } = await store.terms.insert(draft.term({ taxonomy }))
      const rows = await added(store, async () => void (await store.terms.replaceKeys([{ id, version, keys: {} }], 35)))
      assertEqual(rows, [`${taxonomy} 0 indexed`], `a ${taxonomy}`)
    }
  }),
]

/** An event that links a venue, an organizer, a category, a tag and a parent. */
async function insertLinked({ store, draft }: ConformanceContext, given: Partial<EventRecord> = {}) {
  const venue = await store.venues.insert(draft.venue())
  const organizer = await store.organizers.insert(draft.organizer())
  const category = await store.terms.insert(draft.term({ taxonomy: 'category' }))
  const tag = await store.terms.insert(draft.term({ taxonomy: 'tag' }))
  const parent = await store.events.insert(draft.event())
  const links = { venueIds: [venue.id], organizerIds: [organizer.id], categoryIds: [category.id], tagIds: [tag.id], parentId: parent.id }
  return { venue, organizer, category, tag, parent, event: await store.events.insert(draft.event({ ...links, ...given })) }
}

const termWas = (status: 'publish' | 'draft', publishedMs: number) => ({ ...access, status, authorId: '', publishedMs })

const linkCases = [
  defineCase('log/unlinked', 'a deletion logs the events that linked the record, with their state', async (context) => {
    const { store } = context
    const { venue, organizer, category, tag, parent, event } = await insertLinked(context, { authorId: '4', publishedMs: 9 })
    const texts = await added(store, async () => {
      await store.venues.delete(venue.id, 1, { atMs: 100 })
      await store.organizers.deleteMany([organizer], { atMs: 100 })
      await store.terms.delete(category.id, 1, { atMs: 100 })
      await store.terms.deleteMany([tag], { atMs: 100 })
      await store.events.delete(parent.id, 1, { atMs: 100 })
    })
    const unlinked = (id: number): string => `event ${event.id} unlinked of ${id}`
    assertEqual(
      texts,
      [
        ...[unlinked(venue.id), `venue ${venue.id} deleted`, unlinked(organizer.id), `organizer ${organizer.id} deleted`],
        ...[unlinked(category.id), `category ${category.id} deleted`, unlinked(tag.id), `tag ${tag.id} deleted`],
        ...[unlinked(parent.id), `event ${parent.id} deleted`],
      ],
      'rows',
    )
    const termsWithout = [null, null, { categoryIds: [category.id], tagIds: [] }, { categoryIds: [], tagIds: [tag.id] }, null]
    const { venueIds, organizerIds, categoryIds } = event
    const linksBefore = [
      { venueIds, organizerIds, categoryIds },
      { ...noLinks, organizerIds, categoryIds },
      { ...noLinks, categoryIds },
    ]
    for (const [i, row] of (await logOf(store)).filter(({ verb }) => verb === 'unlinked').entries()) {
      const links = linksBefore[i] ?? noLinks
      const was = { ...access, ...links, status: 'publish', authorId: '4', publishedMs: 9, terms: termsWithout[i] ?? null } as const
      assertEqual(row.was, was, `the event without ${row.partOf}`)
      assertEqual(row.atMs, 100, 'the time')
    }
  }),
  defineCase(
    'log/term',
    'a deleted term is logged with the first published event that linked it, or as one that everybody knew',
    async ({ store, draft }) => {
      const terms: TermRecord[] = []
      for (const known of [false, false, false, true]) terms.push(await store.terms.insert(draft.term({ taxonomy: 'tag', known })))
      const [shown, hidden, unused, known] = terms.map(({ id }) => id)
      const given = [
        { status: 'publish', publishedMs: 30, tagIds: [shown ?? 0] },
        { status: 'publish', publishedMs: 20, tagIds: [shown ?? 0] },
        { status: 'draft', publishedMs: 10, tagIds: [shown ?? 0, hidden ?? 0, known ?? 0] },
      ] as const
      for (const one of given) await store.events.insert(draft.event(one))
      await store.terms.delete(shown ?? 0, 1)
      assertEqual((await lastOf(store))?.was ?? null, termWas('publish', 20), 'with published events')
      await store.terms.delete(hidden ?? 0, 1)
      assertEqual((await lastOf(store))?.was ?? null, termWas('draft', 0), 'with a draft alone')
      await store.terms.delete(unused ?? 0, 1)
      assertEqual((await lastOf(store))?.was ?? null, termWas('draft', 0), 'without events')
      await store.terms.delete(known ?? 0, 1)
      assertEqual((await lastOf(store))?.was ?? null, termWas('publish', 0), 'that everybody knew')
    },
  ),
  defineCase('log/terms', 'an event is logged with its terms when these or its readers change', async ({ store, draft }) => {
    const category = await store.terms.insert(draft.term({ taxonomy: 'category' }))
    const tags: number[] = []
    for (let i = 0; i < 2; i++) tags.push((await store.terms.insert(draft.term({ taxonomy: 'tag' }))).id)
    const terms = { categoryIds: [category.id], tagIds: tags }
    let event = await store.events.insert(draft.event(terms))
    const change = async (given: Partial<EventRecord>, isBulk = false): Promise<void> => {
      const next = { ...event, ...given }
      event = isBulk ? ((await store.events.updateMany([next]))[0] ?? event) : await store.events.update(next)
    }
    const termsOfLast = async () => (await lastOf(store))?.was?.terms
    assertEqual((await lastOf(store))?.was, null, 'a new event')
    await change({ title: 'Other', hidden: true })
    assertEqual(await termsOfLast(), null, 'another title')
    await change({ status: 'draft' })
    assertEqual(await termsOfLast(), terms, 'another status')
    await change({ publishedMs: event.publishedMs + 1 }, true)
    assertEqual(await termsOfLast(), terms, 'another publication, by updateMany')
    await change({ authorId: '9' })
    assertEqual(await termsOfLast(), terms, 'another author')
    await change({ tagIds: tags.slice(1) }, true)
    assertEqual(await termsOfLast(), terms, 'without a tag, by updateMany')
    await change({ categoryIds: [] })
    assertEqual(await termsOfLast(), { ...terms, tagIds: tags.slice(1) }, 'without a category')
    await store.events.delete(event.id, event.version)
    assertEqual(await termsOfLast(), { categoryIds: [], tagIds: tags.slice(1) }, 'deleted')
  }),
  defineCase('log/links', 'an event is logged with its venues, organizers and categories before each write', async (context) => {
    const { store, draft } = context
    const { venue, organizer, category, tag, event: first } = await insertLinked(context)
    const other = await store.venues.insert(draft.venue())
    const wasOfLast = async (): Promise<unknown> => {
      const { venueIds, organizerIds, categoryIds, terms } = (await lastOf(store))?.was ?? {}
      return { venueIds, organizerIds, categoryIds, terms }
    }
    const terms = { categoryIds: [category.id], tagIds: [tag.id] }
    const before = { venueIds: [venue.id], organizerIds: [organizer.id], categoryIds: [category.id] }
    let event = await store.events.update({ ...first, title: 'Other' })
    assertEqual(await wasOfLast(), { ...before, terms: null }, 'another title')
    event = await store.events.update({ ...event, venueIds: [other.id, venue.id] })
    assertEqual(await wasOfLast(), { ...before, terms }, 'another venue, by which readers may know the terms')
    const [moved = event] = await store.events.updateMany([{ ...event, organizerIds: [] }])
    assertEqual(await wasOfLast(), { ...before, venueIds: [other.id, venue.id], terms }, 'without an organizer, by updateMany')
    await store.events.delete(moved.id, moved.version)
    assertEqual(await wasOfLast(), { ...before, venueIds: [other.id, venue.id], organizerIds: [], terms }, 'deleted')
  }),
  defineCase('log/series', 'occurrences that bulk writes change are parts of their series', async ({ store, draft }) => {
    const series = await store.events.insert(draft.series(marketGiven))
    const drafts = [0, 1].map((week) => buildOccurrenceDraft(series, weekKey(week)))
    const of = ` of ${series.id}`
    let events: readonly EventRecord[] = []
    const created = await added(store, async () => {
      events = (await store.events.insertMany(drafts)).filter((event) => event !== null)
    })
    const each = (verb: string) => events.map(({ id }) => `event ${id} ${verb}${of}`)
    assertEqual(created, each('created'), 'insertMany')
    assertEqual(await added(store, () => store.events.updateMany(events)), each('updated'), 'updateMany')
    const [first] = events
    const one = first && { ...first, version: 2, overridden: ['title' as const], title: 'Fair' }
    assertEqual(await added(store, async () => one && store.events.update(one)), [`event ${first?.id} updated`], 'update')
    const all = [...events.map(({ id }, i) => ({ id, version: i === 0 ? 3 : 2 })), { id: series.id, version: 1 }]
    assertEqual(
      await added(store, () => store.events.deleteMany(all)),
      [...each('deleted'), `event ${series.id} deleted`],
      'deleteMany with the series',
    )
  }),
]

const scopeCases = [
  defineCase('log/scope', 'the row of a series has the scope of its write, and other rows have none', async ({ store, draft }) => {
    const series = await store.events.insert(draft.series(marketGiven), { scope: 'following' })
    const occurrences = await store.events.insertMany([0, 1].map((week) => buildOccurrenceDraft(series, weekKey(week))))
    const [next, first, second] = await store.events.updateMany([series, ...occurrences.filter((event) => event !== null)], {
      scope: 'all',
    })
    if (next === undefined || first === undefined || second === undefined) throw new Error('expected a series and two occurrences')
    await store.events.delete(first.id, first.version)
    const last = await store.events.updateMany([next])
    await store.events.deleteMany([second, ...last], { atMs: 100, scope: 'all' })
    assertEqual(
      (await logOf(store)).map(({ id, verb, scope }) => `${id === series.id ? 'series' : 'occurrence'} ${verb} ${scope}`),
      [
        ...['series created following', 'occurrence created null', 'occurrence created null'],
        ...['series updated all', 'occurrence updated null', 'occurrence updated null'],
        ...['occurrence deleted null', 'series updated null', 'occurrence deleted null', 'series deleted all'],
      ],
      'rows',
    )
  }),
]

/** Cases of the rows of the log. */
export const logCases: readonly ConformanceCase[] = [...rowCases, ...linkCases, ...scopeCases]
