import type { CalendarStore, LoggedChange, OrganizerRecord, RestoredContent, TermRecord, VenueRecord } from '@kalends/core/store'
import { assertEqual, assertRejects, assertTrue } from '../../assert.ts'
import type { DraftCounter } from '../../factories/drafts.ts'
import { buildOccurrenceDraft } from '../../factories/series.ts'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'
import { assertFinds, findAll, upBy } from '../expectations.ts'
import { publishedEvents } from '../listed-events.ts'
import { keyed, ofLevel } from './field-keys.ts'
import { logOf } from './log.ts'
import { assertRead, marketGiven, weekKey } from './series-records.ts'

/** Records of all kinds, with ids that leave gaps: a category in another one, a tag, and events with links, in a series and alone. */
function buildContent(draft: DraftCounter) {
  const venue: VenueRecord = { ...draft.venue({ slug: 'mill', uid: 'mill@example.org', fields: keyed.a }), id: 40, version: 3 }
  const organizer: OrganizerRecord = { ...draft.organizer({ slug: 'club' }), id: 7, version: 2 }
  const child: TermRecord = { ...draft.term({ slug: 'child', parentId: 21, ancestorIds: [21] }), id: 20, version: 5 }
  const root: TermRecord = { ...draft.term({ slug: 'root', fields: keyed.b }), id: 21, version: 1 }
  const tag: TermRecord = { ...draft.term({ slug: 'tag', taxonomy: 'tag' }), id: 22, version: 2 }
  const links = { venueIds: [40], organizerIds: [7], categoryIds: [20, 21], tagIds: [22] }
  const series = { ...draft.series({ ...marketGiven, slug: 'series', fields: keyed.a }), id: 90, version: 9 }
  const events = [
    series,
    { ...draft.event({ slug: 'night', searchText: 'a long night', ...links, fields: keyed.c }), id: 60, version: 4 },
    { ...draft.event({ slug: 'part', parentId: 60, status: 'trash', statusBeforeTrash: 'draft' }), id: 30, version: 2 },
    { ...buildOccurrenceDraft(series, weekKey(0), { slug: 'first', venueIds: [40] }), id: 33, version: 1 },
    { ...buildOccurrenceDraft(series, weekKey(1), { slug: 'second', title: 'Fair', fields: keyed.c }), id: 91, version: 6 },
  ]
  return { terms: [child, root, tag], venues: [venue], organizers: [organizer], events }
}

const restore = (store: CalendarStore, content: RestoredContent): Promise<void> => store.transaction((tx) => tx.restore(content))

async function restored({ store, draft }: ConformanceContext) {
  const content = buildContent(draft)
  await restore(store, content)
  return content
}

const byIds = <R extends { readonly id: number }>(records: readonly R[]): readonly R[] => records.toSorted((a, b) => a.id - b.id)

const noValues = { version: 2, actor: '', changed: null }

const changes: readonly LoggedChange[] = [
  {
    seq: 12,
    kind: 'event',
    id: 60,
    verb: 'created',
    atMs: 100,
    partOf: 0,
    scope: null,
    was: null,
    version: 1,
    actor: 'ann',
    changed: null,
  },
  {
    ...{ seq: 13, kind: 'event', id: 60, verb: 'unlinked', atMs: 90, partOf: 5, scope: null, ...noValues, version: 0 },
    was: {
      ...{ status: 'publish', statusBeforeTrash: null, authorId: 'ann', publishedMs: 5, hidden: true },
      terms: { categoryIds: [5], tagIds: [] },
      ...{ venueIds: [4, 3], organizerIds: [], categoryIds: [5, 6] },
    },
  },
  {
    ...{
      seq: 14,
      kind: 'event',
      id: 90,
      verb: 'trashed',
      atMs: 120,
      partOf: 0,
      scope: 'all',
      ...noValues,
      actor: 'bea',
      changed: '{"é":1}',
    },
    was: {
      ...{ status: 'draft', statusBeforeTrash: 'publish', authorId: '', publishedMs: -5, hidden: false, terms: null },
      ...{ venueIds: [], organizerIds: [7], categoryIds: [] },
    },
  },
  { seq: 15, kind: 'event', id: 33, verb: 'updated', atMs: 120, partOf: 90, scope: null, was: null, ...noValues },
]

/** The restoration of archives. */
export const restoreCases: readonly ConformanceCase[] = [
  defineCase('restore/records', 'restored records are read with their ids, versions and all members', async (context) => {
    const { terms, venues, organizers, events } = await restored(context)
    const { store } = context
    assertEqual(await findAll(store.terms, {}), byIds(terms), 'terms')
    assertEqual(await findAll(store.venues, {}), venues, 'venues')
    assertEqual(await findAll(store.organizers, {}), organizers, 'organizers')
    assertEqual(await findAll(store.events, {}), byIds(events), 'events')
    for (const event of events) await assertRead(store, event, event.slug)
  }),
  defineCase('restore/filters', 'restored records are found by their links, texts and fields, and counted', async (context) => {
    await restored(context)
    const { store } = context
    await assertFinds(store.events, { venueIds: [40] }, ['first', 'night'], 'by venue')
    await assertFinds(store.events, { organizerIds: [7] }, ['night'], 'by organizer')
    await assertFinds(store.events, { categoryIds: [20], tagIds: [22] }, ['night'], 'by terms')
    await assertFinds(store.events, { parentIds: [60] }, ['part'], 'by parent')
    await assertFinds(store.events, { textAll: ['long n'] }, ['night'], 'by text')
    await assertFinds(store.events, ofLevel('sbeginner'), ['first', 'series'].toSorted(), 'by a field')
    await assertFinds(store.venues, ofLevel('sbeginner'), ['mill'], 'venues by a field')
    await assertFinds(store.terms, { withinIds: [21] }, ['child', 'root'], 'by ancestor')
    await assertFinds(store.terms, { events: { some: true, filter: publishedEvents } }, ['child', 'root', 'tag'], 'with events')
    assertEqual(await store.countByLink('tagIds', [22], publishedEvents), new Map([[22, 1]]), 'counted by tag')
    const page = await store.events.find({ filter: publishedEvents, order: upBy('startLocal'), offset: 0, limit: 10 })
    assertEqual(await store.events.count(publishedEvents), page.length, 'counted')
    assertEqual((await store.events.recount(true, 0)).wrong, 0, 'wrong counts')
  }),
  defineCase('restore/ids', 'later records get higher ids than the restored ones of their kind', async (context) => {
    await restored(context)
    const { store, draft } = context
    assertTrue((await store.events.insert(draft.event())).id > 91, 'event')
    assertTrue((await store.venues.insert(draft.venue())).id > 40, 'venue')
    assertTrue((await store.organizers.insert(draft.organizer())).id > 7, 'organizer')
    assertTrue((await store.terms.insert(draft.term())).id > 22, 'term')
  }),
  defineCase('restore/writing', 'restored records are replaced and deleted by their versions', async (context) => {
    const { events, venues } = await restored(context)
    const { store } = context
    const night = events.find(({ slug }) => slug === 'night')
    const [venue] = venues
    assertTrue(night !== undefined && venue !== undefined, 'records')
    await assertRejects(store.events.update({ ...night, version: 1 }), 'version_conflict')
    assertEqual(await store.events.update({ ...night, title: 'Day' }), { ...night, title: 'Day', version: 5 }, 'replaced')
    await store.venues.delete(40, 3)
    await assertFinds(store.events, { venueIds: [40] }, [], 'by the deleted venue')
    assertEqual((await store.events.recount(true, 0)).wrong, 0, 'wrong counts')
  }),
  defineCase('restore/unique', 'slugs, names, uids and keys of restored records are taken', async (context) => {
    const { events, terms } = await restored(context)
    const { store, draft } = context
    await assertRejects(store.events.insert(draft.event({ slug: 'night' })), 'slug_taken')
    await assertRejects(store.venues.insert(draft.venue({ uid: 'mill@example.org' })), 'uid_taken')
    await assertRejects(store.terms.insert(draft.term({ parentId: 21, nameKey: terms[0]?.nameKey ?? '' })), 'name_taken')
    const [series] = events
    assertTrue(series !== undefined, 'series')
    await assertRejects(store.events.insert(buildOccurrenceDraft(series, weekKey(1), { slug: 'again' })), 'version_conflict')
  }),
  defineCase('restore/taken', 'records with an id, a slug, a uid or a name that is there already are refused', async ({ store, draft }) => {
    const { terms, venues, organizers, events } = buildContent(draft)
    const [venue] = venues
    const [child] = terms
    assertTrue(venue !== undefined && child !== undefined, 'records')
    const others: readonly RestoredContent[] = [
      { venues: [{ ...venue, slug: 'other', uid: '' }] },
      { venues: [{ ...venue, id: 41, uid: '' }] },
      { venues: [{ ...venue, id: 41, slug: 'other' }] },
      { terms: [{ ...child, id: 23, slug: 'other' }] },
    ]
    for (const other of others) {
      const work = store.transaction(async (tx) => {
        await tx.restore({ terms, venues, organizers, events })
        await tx.restore(other)
      })
      await assertRejects(work, 'refused')
      assertEqual(await findAll(store.venues, {}), [], 'venues')
    }
  }),
  defineCase('restore/series', 'restored occurrences get later texts of their series', async (context) => {
    const { events } = await restored(context)
    const [series] = events
    assertTrue(series !== undefined, 'series')
    await context.store.events.update({ ...series, description: 'New', fields: keyed.c })
    const [first] = await findAll(context.store.events, { slugs: ['first'] })
    assertEqual([first?.description, first?.fields], ['New', keyed.c], 'occurrence')
    await assertFinds(context.store.events, ofLevel('sbeginner'), [], 'by the earlier field')
  }),
  defineCase('restore/in-parts', 'one transaction restores several parts', async ({ store, draft }) => {
    const { terms, venues, organizers, events } = buildContent(draft)
    await store.transaction(async (tx) => {
      await tx.restore({ terms, venues, organizers })
      await tx.restore({ events: events.slice(0, 2) })
      assertEqual((await tx.events.getMany([90])).length, 1, 'series inside')
      await tx.restore({ events: events.slice(2), changes })
    })
    assertEqual(await findAll(store.events, {}), byIds(events), 'events')
    assertEqual(await logOf(store), changes, 'log')
    assertEqual((await store.events.recount(true, 0)).wrong, 0, 'wrong counts')
  }),
  defineCase('restore/log', 'restored rows of the log keep their numbers, and new rows follow', async ({ store, draft }) => {
    await restore(store, { ...buildContent(draft), changes })
    assertEqual(await logOf(store), changes, 'log')
    const { mark } = await store.revision(0)
    assertEqual([mark.seq, mark.atMs], [15, 120], 'mark')
    const { id } = await store.terms.insert(draft.term({ taxonomy: 'tag', updatedMs: 130 }))
    const next = await logOf(store, 15)
    assertEqual(
      next.map(({ seq, kind, id: logged }) => [seq, kind, logged]),
      [[16, 'tag', id]],
      'next row',
    )
    assertEqual(
      (await store.log.writtenSince(mark))?.map(({ kind, id: written }) => [kind, written]),
      [['tag', id]],
      'written since',
    )
  }),
  defineCase('restore/unlogged', 'the records of an archive without a log add no rows to it', async (context) => {
    await restored(context)
    assertEqual(await logOf(context.store), [], 'log')
  }),
  defineCase('restore/undone', 'a transaction that fails leaves nothing of an archive', async ({ store, draft }) => {
    const content = { ...buildContent(draft), changes }
    const failure = await store
      .transaction(async (tx) => {
        await tx.restore(content)
        throw new Error('cut')
      })
      .catch((error: unknown) => String(error))
    assertEqual(failure, 'Error: cut', 'failure')
    const { terms, venues, organizers, events } = store
    const left = [await terms.count({}), await venues.count({}), await organizers.count({}), await events.count({})]
    assertEqual([left, await logOf(store)], [[0, 0, 0, 0], []], 'left')
    await restore(store, content)
    assertEqual(await findAll(events, {}), byIds(content.events), 'events of the next one')
  }),
]
