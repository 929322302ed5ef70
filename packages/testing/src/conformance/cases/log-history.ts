import type { CalendarStore, HistoryRow, Kind, WriteNote } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { buildOccurrenceDraft } from '../../factories/series.ts'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'
import { logOf } from './log.ts'
import { marketGiven, weekKey } from './series-records.ts'

/** The history of a record, after its committed rows have got their numbers. */
async function historyOf(store: CalendarStore, kind: Kind, id: number, limit = 100): Promise<readonly HistoryRow[]> {
  await store.log.number()
  return store.log.history({ kind, id, limit })
}

/** The versions of some rows, and their old values. */
const toPairs = (rows: readonly HistoryRow[]): readonly (readonly [number, string | null])[] =>
  rows.map(({ version, changed }) => [version, changed])

/** What the core says of a replaced record. */
const noteOf = (id: number, changed: string, actor = 'ann'): WriteNote => ({ actor, changed: new Map([[id, changed]]) })

/** A venue of four versions, whose rows have the times 10, 20, 30 and 40. */
async function venueOfFour({ store, draft }: ConformanceContext) {
  let venue = await store.venues.insert(draft.venue({ updatedMs: 10 }), { actor: 'ann' })
  for (const updatedMs of [20, 30, 40]) venue = await store.venues.update({ ...venue, updatedMs }, noteOf(venue.id, `"${updatedMs}"`))
  return venue
}

/** The history of records. */
export const logHistoryCases: readonly ConformanceCase[] = [
  defineCase('log/notes', 'rows have the caller, the version and the old values that a write was given', async ({ store, draft }) => {
    const text = JSON.stringify({ values: { title: 'Fête 🎪', description: 'x'.repeat(16_000) } })
    const event = await store.events.insert(draft.event({ updatedMs: 1 }), { actor: 'ann' })
    const next = await store.events.update({ ...event, updatedMs: 2 }, noteOf(event.id, text, 'bea'))
    await store.events.update({ ...next, updatedMs: 3 })
    const [venue, other] = await store.venues.insertMany([draft.venue(), draft.venue()], { actor: 'cat' })
    if (!venue || !other) throw new Error('venues')
    await store.venues.updateMany([venue, other], noteOf(other.id, '{}'))
    await store.venues.deleteMany([{ ...other, version: 2 }], { actor: 'dan' })
    await store.venues.delete(venue.id, 2, { actor: 'eve' })
    const rows = (await logOf(store)).map(({ verb, version, actor, changed }) => [verb, version, actor, changed])
    assertEqual(
      rows,
      [
        ['created', 1, 'ann', null],
        ['updated', 2, 'bea', text],
        ['updated', 3, '', null],
        ['created', 1, 'cat', null],
        ['created', 1, 'cat', null],
        ['updated', 2, 'ann', null],
        ['updated', 2, 'ann', null],
        ['deleted', 2, 'dan', null],
        ['deleted', 2, 'eve', null],
      ],
      'rows',
    )
  }),
  defineCase('log/history', 'the history of a record has its rows, newest first', async (context) => {
    const { store, draft } = context
    const venue = await venueOfFour(context)
    const term = await store.terms.insert(draft.term({ taxonomy: 'tag', updatedMs: 50 }))
    await store.terms.update({ ...term, updatedMs: 60 }, noteOf(term.id, '"tag"'))
    const [newest] = await historyOf(store, 'venue', venue.id)
    const shared = { kind: 'venue', id: venue.id, partOf: 0, scope: null, actor: 'ann' } as const
    assertEqual(newest ?? null, { seq: 4, verb: 'updated', atMs: 40, version: 4, changed: '"40"', ...shared }, 'newest')
    const pairs = [[4, '"40"'] as const, [3, '"30"'] as const, [2, '"20"'] as const, [1, null] as const]
    assertEqual(toPairs(await historyOf(store, 'venue', venue.id)), pairs, 'all')
    assertEqual(toPairs(await historyOf(store, 'venue', venue.id, 2)), pairs.slice(0, 2), 'two')
    const below = await store.log.history({ kind: 'venue', id: venue.id, beforeVersion: 3, limit: 10 })
    assertEqual(toPairs(below), pairs.slice(2), 'below a version')
    assertEqual(toPairs(await historyOf(store, 'tag', term.id)), [[2, '"tag"'] as const, [1, null] as const], 'tag')
    assertEqual(await historyOf(store, 'organizer', venue.id), [], 'of another kind')
  }),
  defineCase('log/history-unlinked', 'lost links and renewed keys are no part of the history', async ({ store, draft }) => {
    const venue = await store.venues.insert(draft.venue())
    const event = await store.events.insert(draft.event({ venueIds: [venue.id] }))
    await store.events.replaceKeys([{ id: event.id, version: 1, keys: {} }], 5)
    await store.venues.delete(venue.id, 1)
    assertEqual(toPairs(await historyOf(store, 'event', event.id)), [[1, null]], 'event')
  }),
  defineCase('log/history-deleted', 'a deletion clears the old values of its record alone', async (context) => {
    const { store, draft } = context
    const venue = await venueOfFour(context)
    const kept = await store.organizers.insert(draft.organizer({ updatedMs: 50 }))
    const other = await store.organizers.update({ ...kept, updatedMs: 50 }, noteOf(kept.id, '"kept"'))
    await store.log.prune({ beforeMs: 30, keptRows: 100, historyBeforeMs: 0 })
    const failing = store.transaction(async (tx) => {
      await tx.venues.delete(venue.id, 4, { atMs: 60 })
      throw new Error('no')
    })
    await failing.catch(() => undefined)
    assertEqual(toPairs(await historyOf(store, 'venue', venue.id))[2] ?? null, [2, '"20"'], 'after a rollback')
    await store.venues.delete(venue.id, 4, { atMs: 60 })
    const values = (await historyOf(store, 'venue', venue.id)).map(({ changed }) => changed)
    assertEqual(values, [null, null, null, null, null], 'deleted')
    assertEqual(
      (await logOf(store)).flatMap(({ changed }) => changed ?? []),
      ['"kept"'],
      'log',
    )
    assertEqual(toPairs(await historyOf(store, 'organizer', other.id))[0] ?? null, [2, '"kept"'], 'of another record')
    const event = await store.events.insert(draft.event())
    const next = await store.events.update(event, noteOf(event.id, '"old"'))
    await store.events.update({ ...next, status: 'deleted' }, noteOf(event.id, '"last"'))
    const left = (await historyOf(store, 'event', event.id)).map(({ changed }) => changed)
    assertEqual(left, [null, null, null], 'with the status deleted')
  }),
  defineCase('log/history-pruned', 'rows stay for the history when the log deletes them, up to their age', async (context) => {
    const { store } = context
    const { id } = await venueOfFour(context)
    await store.log.number()
    const { mark } = await store.revision(0)
    assertEqual(await store.log.prune({ beforeMs: 40, keptRows: 9, historyBeforeMs: 20 }), 3, 'out of the log')
    assertEqual(
      (await logOf(store)).map(({ seq }) => seq),
      [4],
      'log',
    )
    const pairs = [[4, '"40"'] as const, [3, '"30"'] as const, [2, '"20"'] as const]
    assertEqual(toPairs(await historyOf(store, 'venue', id)), pairs, 'history')
    assertEqual((await historyOf(store, 'venue', id))[1]?.seq, 3, 'number')
    assertEqual(await store.log.writtenSince(mark), [], 'since the last row')
    assertEqual(await store.log.writtenSince({ seq: 3, atMs: 30 }), null, 'since a row that the log has no more')
    assertEqual(await store.log.prune({ beforeMs: 40, keptRows: 9, historyBeforeMs: 20 }), 0, 'again')
    assertEqual(await store.log.prune({ beforeMs: 40, keptRows: 9, historyBeforeMs: 21 }), 1, 'by age')
    assertEqual(toPairs(await historyOf(store, 'venue', id)), pairs.slice(0, 2), 'younger ones')
    assertEqual(await store.log.prune({ beforeMs: 40, keptRows: 9 }), 1, 'without a history')
    assertEqual(toPairs(await historyOf(store, 'venue', id)), pairs.slice(0, 1), 'of the log')
  }),
  defineCase('log/history-parts', 'parts of a write do not stay when the log deletes them', async ({ store, draft }) => {
    const series = await store.events.insert(draft.series({ ...marketGiven, updatedMs: 10 }))
    const [first] = await store.events.insertMany([0, 1].map((week) => buildOccurrenceDraft(series, weekKey(week), { updatedMs: 10 })))
    if (!first) throw new Error('occurrence')
    const [, next = first] = await store.events.updateMany(
      [
        { ...series, updatedMs: 20 },
        { ...first, updatedMs: 20 },
      ],
      { scope: 'all', actor: 'ann' },
    )
    await store.events.update({ ...next, updatedMs: 30 }, noteOf(next.id, '"own"'))
    await store.venues.insert(draft.venue({ updatedMs: 40 }))
    const toScopes = (rows: readonly HistoryRow[]) => rows.map(({ version, partOf, scope }) => [version, partOf, scope])
    assertEqual(
      toScopes(await historyOf(store, 'event', next.id)),
      [
        [3, 0, null],
        [2, series.id, null],
        [1, series.id, null],
      ],
      'before',
    )
    await store.log.prune({ beforeMs: 35, keptRows: 9, historyBeforeMs: 0 })
    assertEqual(toScopes(await historyOf(store, 'event', next.id)), [[3, 0, null]], 'occurrence')
    assertEqual(
      toScopes(await historyOf(store, 'event', series.id)),
      [
        [2, 0, 'all'],
        [1, 0, null],
      ],
      'series',
    )
  }),
  defineCase('log/history-portions', 'one call of prune deletes 500 rows of log and history together', async ({ store, draft }) => {
    await store.venues.insertMany(Array.from({ length: 503 }, () => draft.venue({ updatedMs: 10 })))
    await store.venues.insert(draft.venue({ updatedMs: 30 }))
    const limits = { beforeMs: 20, keptRows: 0 }
    assertEqual(await store.log.prune({ ...limits, historyBeforeMs: 0 }), 500, 'kept for the history')
    assertEqual(await store.log.prune({ ...limits, historyBeforeMs: 15 }), 500, 'of both')
    assertEqual(await store.log.prune({ ...limits, historyBeforeMs: 15 }), 3, 'the last ones')
  }),
  defineCase(
    'log/history-order',
    'the history of a record that several writers replace has each version once',
    async ({ store, draft }) => {
      const { id } = await store.venues.insert(draft.venue())
      const write = async (actor: string): Promise<void> => {
        for (let written = 0; written < 5; ) {
          const [venue] = await store.venues.getMany([id])
          if (!venue) throw new Error('venue')
          const work = store.venues.update({ ...venue, updatedMs: venue.version }, noteOf(id, `"${venue.version} by ${actor}"`, actor))
          await work.then(
            () => written++,
            () => undefined,
          )
        }
      }
      await Promise.all(['ann', 'bea', 'cat'].map(write))
      const rows = await historyOf(store, 'venue', id)
      assertEqual(
        rows.map(({ version }) => version),
        Array.from({ length: 16 }, (_, i) => 16 - i),
        'versions',
      )
      for (const { version, actor, changed } of rows.slice(0, -1))
        assertEqual(changed, `"${version - 1} by ${actor}"`, `version ${version}`)
      const [second] = await store.venues.getMany([id])
      assertEqual(second?.version, 16, 'stored')
    },
  ),
]
