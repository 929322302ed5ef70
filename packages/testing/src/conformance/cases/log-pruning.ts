import { type CalendarStore, type ChangeLog, type LoggedChange, type LogHold, prunedRows } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { buildOccurrenceDraft } from '../../factories/series.ts'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'
import { logOf } from './log.ts'
import { marketGiven, weekKey } from './series-records.ts'

const seqsOf = async (store: CalendarStore): Promise<readonly number[]> => (await logOf(store)).map(({ seq }) => seq)

const pruneCases = [
  defineCase('log/prune', 'old rows are deleted by age and by number, the first ones first', async ({ store, draft }) => {
    for (const updatedMs of [10, 20, 30, 25, 40]) await store.venues.insert(draft.venue({ updatedMs }))
    assertEqual(await seqsOf(store), [1, 2, 3, 4, 5], 'before')
    assertEqual(await store.log.prune({ beforeMs: 10, keptRows: 5 }), 0, 'none is old')
    assertEqual(await store.log.prune({ beforeMs: 30, keptRows: 5 }), 2, 'by age, up to the first that is not old')
    assertEqual(await seqsOf(store), [3, 4, 5], 'left')
    assertEqual(await store.log.prune({ beforeMs: 0, keptRows: 2 }), 1, 'by number')
    assertEqual(await seqsOf(store), [4, 5], 'left')
    assertEqual(await store.log.prune({ beforeMs: 100, keptRows: 0 }), 1, 'all but the last')
    await store.venues.insert(draft.venue())
    assertEqual(await seqsOf(store), [5, 6], 'the numbers go on')
  }),
  defineCase('log/prune-portions', 'one call of prune deletes 500 rows', async ({ store, draft }) => {
    await store.venues.insertMany(Array.from({ length: prunedRows + 3 }, () => draft.venue({ updatedMs: 10 })))
    assertEqual(await store.log.prune({ beforeMs: 20, keptRows: 0 }), prunedRows, 'first call')
    assertEqual(await seqsOf(store), [prunedRows + 1, prunedRows + 2, prunedRows + 3], 'left')
    assertEqual(await store.log.prune({ beforeMs: 20, keptRows: 0 }), 2, 'second call')
  }),
  defineCase('log/prune-parts', 'rows that are part of a write do not count', async ({ store, draft }) => {
    const series = await store.events.insert(draft.series(marketGiven))
    const dates = await store.events.insertMany([0, 1, 2].map((week) => buildOccurrenceDraft(series, weekKey(week))))
    await store.events.updateMany([series, ...dates.filter((date) => date !== null)], { scope: 'all' })
    const venue = await store.venues.insert(draft.venue())
    await store.events.insert(draft.event({ venueIds: [venue.id] }))
    await store.venues.delete(venue.id, venue.version)
    assertEqual(
      await seqsOf(store),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
      'a series twice, a venue, an event, and the deletion of the venue',
    )
    assertEqual(await store.log.prune({ beforeMs: -1, keptRows: 5 }), 0, 'five writes')
    assertEqual(await store.log.prune({ beforeMs: -1, keptRows: 4 }), 4, 'the first write of the series')
    assertEqual(await seqsOf(store), [5, 6, 7, 8, 9, 10, 11, 12], 'left')
    assertEqual(await store.log.prune({ beforeMs: -1, keptRows: 3 }), 4, 'the second write of the series')
    assertEqual(await store.log.prune({ beforeMs: -1, keptRows: 1 }), 3, 'the venue, the event, and the link that it lost')
    assertEqual(await seqsOf(store), [12], 'the deletion')
  }),
  defineCase('log/prune-indexed', 'rows of no record do not count', async ({ store, draft }) => {
    const venue = await store.venues.insert(draft.venue({ updatedMs: 10 }))
    await store.venues.update({ ...venue, updatedMs: 10 })
    for (let i = 0; i < 3; i++) await store.venues.replaceKeys([{ id: venue.id, version: 2, keys: {} }], 10)
    assertEqual(await seqsOf(store), [1, 2, 3, 4, 5], 'two writes, and three renewals')
    assertEqual(await store.log.prune({ beforeMs: 0, keptRows: 2 }), 0, 'two writes')
    assertEqual(await store.log.prune({ beforeMs: 0, keptRows: 1 }), 1, 'the first write')
    assertEqual(await store.log.prune({ beforeMs: 11, keptRows: 1 }), 3, 'by age: all but the last')
  }),
  defineCase('log/prune-revision', 'numbering and pruning change no token', async ({ store, draft }) => {
    for (const updatedMs of [10, 20, 30]) await store.venues.insert(draft.venue({ updatedMs }))
    const { token } = await store.revision(0)
    await store.log.number()
    const numbered = await store.revision(0)
    assertEqual(numbered.token, token, 'numbered')
    assertEqual(await store.log.prune({ beforeMs: 100, keptRows: 0 }), 2, 'all but the last')
    assertEqual(await store.revision(0), numbered, 'pruned')
    assertEqual(await store.log.writtenSince(numbered.mark), [], 'the mark is still known')
    assertEqual(await store.log.writtenSince({ seq: 2, atMs: 20 }), null, 'a mark that was deleted')
    assertEqual(await store.log.writtenSince({ seq: 0, atMs: 0 }), null, 'since the first row, which was deleted')
  }),
  defineCase('log/prune-unread', 'rows that nobody has read are numbered before they are deleted', async ({ store, draft }) => {
    for (let i = 0; i < 4; i++) await store.venues.insert(draft.venue())
    assertEqual(await store.log.prune({ beforeMs: -1, keptRows: 1 }), 3, 'all but the last')
    assertEqual(
      (await store.log.read({ after: 0, limit: 10 })).map(({ seq }) => seq),
      [4],
      'left',
    )
  }),
]

const holdCases = [
  defineCase('log/hold', 'rows that are held are kept beyond their number, up to their age', async ({ store, draft }) => {
    for (const updatedMs of [10, 20, 30, 40, 50, 60]) await store.venues.insert(draft.venue({ updatedMs }))
    await store.log.hold('one', { seq: 4, atMs: 70 })
    await store.log.hold('two', { seq: 2, atMs: 70 })
    assertEqual(await store.log.prune({ beforeMs: 0, keptRows: 1 }), 1, 'up to the smallest hold')
    assertEqual(await seqsOf(store), [2, 3, 4, 5, 6], 'left')
    await store.log.hold('two', { seq: 3, atMs: 70 })
    assertEqual(await store.log.prune({ beforeMs: 0, keptRows: 1 }), 1, 'up to the hold that was replaced')
    await store.log.hold('two', null)
    await store.log.hold('three', null)
    assertEqual(await store.log.prune({ beforeMs: 0, keptRows: 1 }), 1, 'up to the hold that is left')
    assertEqual(await store.log.prune({ beforeMs: 50, keptRows: 1 }), 1, 'no longer than by age')
    assertEqual(await seqsOf(store), [5, 6], 'left')
  }),
  defineCase('log/hold-age', 'a hold that is as old as old rows ends', async ({ store, draft }) => {
    for (let i = 0; i < 4; i++) await store.venues.insert(draft.venue({ updatedMs: 100 }))
    await store.log.hold('one', { seq: 2, atMs: 50 })
    await store.log.hold('all', { seq: 0, atMs: 40 })
    assertEqual(await store.log.prune({ beforeMs: 40, keptRows: 1 }), 0, 'both holds')
    assertEqual(await store.log.prune({ beforeMs: 41, keptRows: 1 }), 1, 'the younger hold')
    assertEqual(await store.log.prune({ beforeMs: 51, keptRows: 1 }), 2, 'no hold')
    assertEqual(await seqsOf(store), [4], 'left')
    await store.venues.insert(draft.venue({ updatedMs: 100 }))
    assertEqual(await store.log.prune({ beforeMs: 0, keptRows: 1 }), 1, 'it has ended')
  }),
  defineCase('log/hold-rollback', 'a hold is set with its transaction', async ({ store, draft }) => {
    for (let i = 0; i < 4; i++) await store.venues.insert(draft.venue())
    const failing = store.transaction(async (tx) => {
      await tx.log.hold('one', { seq: 1, atMs: 50 })
      throw new Error('no')
    })
    await failing.catch(() => undefined)
    await store.transaction((tx) => tx.log.hold('two', { seq: 3, atMs: 50 }))
    assertEqual(await store.log.prune({ beforeMs: 0, keptRows: 1 }), 2, 'up to the hold of the transaction that was committed')
  }),
]

/** Integers from 0 up to a number, the same ones in each run. */
function integers(): (below: number) => number {
  let state = 42
  return (below) => {
    state = (state * 48_271 + 11) % 2_147_483_647
    return state % below
  }
}

/** The rows that one call leaves, and the holds that it ends: a direct reading of the contract. */
function leftOf(
  rows: readonly LoggedChange[],
  holds: Map<string, LogHold>,
  { beforeMs, keptRows }: Parameters<ChangeLog['prune']>[0],
): readonly LoggedChange[] {
  for (const [name, { atMs }] of holds) if (atMs < beforeMs) holds.delete(name)
  const held = [...holds.values()]
  const isOld = ({ seq, atMs }: LoggedChange): boolean => {
    const newer = rows.filter((row) => row.seq > seq && row.partOf === 0 && row.verb !== 'indexed').length
    return atMs < beforeMs || (newer >= keptRows && held.every((hold) => seq < hold.seq))
  }
  return rows.slice(rows.findIndex((row, i) => i === rows.length - 1 || !isOld(row)))
}

/** Writes several records, a series with its dates, or a venue with an event, whose keys are renewed before it is deleted. */
async function writeOne({ store, draft }: ConformanceContext, pick: (below: number) => number, updatedMs: number): Promise<void> {
  const kind = pick(6)
  if (kind === 0) {
    const series = await store.events.insert(draft.series({ ...marketGiven, uid: '', updatedMs }))
    const keys = Array.from({ length: pick(5) + 1 }, (_, week) => weekKey(week))
    await store.events.insertMany(keys.map((key) => buildOccurrenceDraft(series, key, { updatedMs })))
  } else if (kind === 1) {
    const venue = await store.venues.insert(draft.venue({ updatedMs }))
    await store.events.insert(draft.event({ venueIds: [venue.id], updatedMs }))
    await store.venues.replaceKeys([{ id: venue.id, version: venue.version, keys: {} }], updatedMs)
    await store.venues.delete(venue.id, venue.version, { atMs: updatedMs })
  } else await store.venues.insertMany(Array.from({ length: kind - 1 }, () => draft.venue({ updatedMs })))
}

const randomCase = defineCase('log/prune-random', 'old rows are deleted after all kinds of writes, with holds', async (context) => {
  const { log } = context.store
  const pick = integers()
  const holds = new Map<string, LogHold>()
  for (let step = 1; step <= 120; step++) {
    const nowMs = 1_000 + step
    if (pick(2) === 0) await writeOne(context, pick, nowMs - pick(8))
    if (pick(4) === 0) {
      const name = `queue-${pick(3)}`
      const hold = pick(3) === 0 ? null : { seq: Math.max(0, (await log.head()) - pick(20)), atMs: nowMs }
      await log.hold(name, hold)
      if (hold === null) holds.delete(name)
      else holds.set(name, hold)
    }
    const rows = await logOf(context.store)
    if (rows.length === 0 || pick(3) > 0) continue
    const limits = { beforeMs: nowMs - 20 * (pick(5) + 1), keptRows: pick(20) }
    const left = leftOf(rows, holds, limits)
    assertEqual(await log.prune(limits), rows.length - left.length, `deleted in step ${step}`)
    assertEqual(
      await seqsOf(context.store),
      left.map(({ seq }) => seq),
      `left after step ${step}`,
    )
  }
})

/** Cases of pruning the log. */
export const logPruningCases: readonly ConformanceCase[] = [...pruneCases, ...holdCases, randomCase]
