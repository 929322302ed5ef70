import { type AccessPolicy, type Calendar, createCalendar, isCalendarError, publicReadOnly, roles } from '@kalends/core'
import { countStatements, fixedClock, type StatementCounter } from '@kalends/testing'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { enginesOfLane, type TestDatabase } from './engines.ts'

const kinds = ['events', 'venues', 'organizers'] as const
const stages = ['draft', 'private', 'future', 'trash'] as const
const links = { venues: { name: 'Hall' }, organizers: { name: 'Club' }, categories: 'Music', tags: 'Free' }

/** Callers without read access to the hidden records. The second and third have all other permissions. */
const viewers: readonly (readonly [string, AccessPolicy, string | null])[] = [
  ['the public', publicReadOnly(), null],
  ['a caller with the right to write everything', { ...publicReadOnly(), may: () => true }, '7'],
  ['an author', { ...roles(), may: () => true }, '7'],
]

/** The outcome of a lookup, its statements, and the numbers of rows and columns that they return. */
interface Effort {
  readonly outcome: unknown
  readonly statements: readonly string[]
  readonly rows: number
  readonly columns: number
}

describe.each(enginesOfLane)(
  'a lookup of a hidden record has the same outcome and statements as one of a missing record, on $name',
  (engine) => {
    let database: TestDatabase
    let calendar: Calendar
    let counter: StatementCounter
    let rows = 0
    let columns = 0
    const ids = new Map<string, number>()

    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        rows += result.rows.length
        columns += result.rows.reduce((sum, row) => sum + Object.keys(row).length, 0)
        return result
      },
    }

    beforeAll(async () => {
      database = await engine.open()
      counter = countStatements(database.db)
      const store = kyselyStore(database.db.withPlugin(counting), database.options)
      calendar = createCalendar({ store, clock: fixedClock('2026-05-01T12:00:00Z'), cache: false })
      for (const stage of stages) {
        const state = stage === 'future' ? { published: '2027-01-01' } : { status: stage === 'trash' ? ('draft' as const) : stage }
        const shared = { authorId: '5', slug: stage, ...state }
        const times = { startDate: '2026-05-31', endDate: '2026-05-31' }
        const former = { slug: `former-${stage}` }
        ids.set(`events ${stage}`, (await calendar.events.create({ title: stage, ...times, ...shared, ...links, ...former })).id)
        ids.set(`venues ${stage}`, (await calendar.venues.create({ name: stage, ...shared, ...former })).id)
        ids.set(`organizers ${stage}`, (await calendar.organizers.create({ name: stage, ...shared, ...former })).id)
        for (const kind of kinds) await calendar[kind].update(former.slug, { slug: stage })
        if (stage === 'trash') for (const kind of kinds) await calendar[kind].trash(stage)
      }
    })
    afterAll(() => database.close())

    async function effortOf(work: () => Promise<unknown>): Promise<Effort> {
      rows = 0
      columns = 0
      const outcome = work().then(
        () => 'done',
        (error: unknown) => (isCalendarError(error) ? error.code : error),
      )
      const { result, statements } = await counter.during(() => outcome)
      return { outcome: result, statements, rows, columns }
    }

    const works: readonly (readonly [string, (seen: Calendar, kind: (typeof kinds)[number], ref: number | string) => Promise<unknown>])[] =
      [
        ['reads', (seen, kind, ref) => seen[kind].get(ref)],
        ['updates', (seen, kind, ref) => seen[kind].update(ref, { description: 'New' })],
        ['trashes', (seen, kind, ref) => seen[kind].trash(ref)],
        ['deletes', (seen, kind, ref) => seen[kind].delete(ref)],
      ]

    test.each(viewers.flatMap(([name, access, actor]) => works.map(([verb, work]) => [name, verb, access, actor, work] as const)))(
      'when %s %s it',
      async (_name, verb, access, actor, work) => {
        const seen = calendar.as(actor === null ? null : { id: actor, roles: ['author'] }, access)
        for (const kind of kinds) {
          for (const stage of stages) {
            const slug = stage === 'trash' ? 'trash__trashed' : stage
            for (const [hidden, missing] of [
              [ids.get(`${kind} ${stage}`) ?? 0, 999_999],
              [slug, 'nothing'],
              [`former-${stage}`, 'nothing'],
            ] as const) {
              const effort = await effortOf(() => work(seen, kind, hidden))
              expect([kind, stage, effort]).toEqual([kind, stage, await effortOf(() => work(seen, kind, missing))])
              // A slug may be one that a record had before.
              const most = verb === 'reads' && typeof hidden === 'string' ? 2 : 1
              expect([effort.outcome, effort.statements.length, effort.rows, effort.columns]).toEqual(['not_found', most, 0, 0])
            }
          }
        }
      },
    )

    test.each([
      ['a parent', 'events', (id: number) => ({ parentIds: id })],
      ['a venue', 'venues', (id: number) => ({ venueIds: id })],
      ['an organizer', 'organizers', (id: number) => ({ organizerIds: id })],
    ] as const)('when it is a filter of events: %s', async (_name, kind, toFilter) => {
      const seen = calendar.as(null, publicReadOnly())
      const effort = await effortOf(() => seen.events.list(toFilter(ids.get(`${kind} draft`) ?? 0)))
      expect(effort).toEqual(await effortOf(() => seen.events.list(toFilter(999_999))))
      expect(effort.outcome).toBe('done')
    })
  },
)
