import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import { anEvent, outcomeOf } from '../../test/open-calendar.ts'
import { trusted } from '../access/decision.ts'
import { createCalendar } from '../calendar/calendar.ts'
import { noDeclaredFields } from '../fields/declared.ts'
import { eventKind } from '../kinds/event/kind.ts'
import { applyChange, applyNew } from './apply.ts'
import type { Change } from './change.ts'
import { type CalendarCall, countUncached, noExtension } from './context.ts'
import { planChange, planNew } from './plan.ts'
import { prepareNew, preparePatch } from './prepare.ts'
import { write } from './write.ts'

/** A calendar with one venue and one tag, and the context of its writes. */
async function openContext() {
  const store = memoryStore()
  const clock = fixedClock('2026-06-01T12:00:00Z')
  const calendar = createCalendar({ store, clock, timeZone: 'Europe/Berlin' })
  await calendar.venues.create({ name: 'Hall' })
  await calendar.tags.create({ name: 'Free' })
  const [changes, hooks]: [Change[], string[]] = [[], []]
  const context: CalendarCall = {
    store,
    clock,
    timeZone: 'Europe/Berlin',
    currency: { symbol: '$', code: 'USD', position: 'prefix' },
    freeText: 'Free',
    declaredFields: noDeclaredFields,
    visibleFields: noDeclaredFields,
    maxPerPage: 100,
    horizonMonths: 30,
    extension: noExtension,
    sanitizeHtml: (html) => html,
    viewer: trusted,
    policyTiming: { timeoutMs: 1_000, hasWaited: false },
    publish: (more) => void changes.push(...more),
    runHooks: (_op, { kind, verb }) => void hooks.push(`${kind}.${verb}`),
    unpublished: [],
    totalOf: countUncached,
    openItems: null,
    notifier: { noteCommit: () => undefined, wait: async () => false, waitAndRead: async () => undefined },
    logKeptMs: 30 * 86_400_000,
    historyKeptMs: null,
    hookDepth: 0,
    ownsTransactions: true,
  }
  return { calendar, store, context, changes, hooks }
}

const input = anEvent({ venues: [1, { name: 'Inn', city: 'Ulm' }, { name: 'inn' }], tags: 'Free, New' })

describe('the plan of an event', () => {
  test('has links to existing records and drafts of new ones, and writes nothing', async () => {
    const { store, context, hooks } = await openContext()
    const before = store.snapshot()
    const { fields, issues } = prepareNew(context, eventKind, input)
    expect(fields.times).toMatchObject({ startLocal: '2026-06-10T19:30:00', timeZone: 'Europe/Berlin' })
    const plan = await write(context, (op) => planNew(op, eventKind, fields))
    expect([issues, hooks, store.snapshot().venues, store.snapshot().terms]).toEqual([{}, [], before.venues, before.terms])
    expect(plan).toMatchObject({
      verbs: ['create', 'created'],
      before: null,
      slug: 'choir',
      state: { statusBeforeTrash: null },
      content: {
        composed: { title: 'Choir', status: 'publish', venueIds: [1], organizerIds: [], categoryIds: [], tagIds: [1] },
        links: {
          parentId: 0,
          venues: [
            { type: 'existing', id: 1 },
            { type: 'new', draft: { before: null, slug: 'inn', content: { composed: { name: 'Inn', city: 'Ulm' } } } },
          ],
          organizers: [],
          categories: [],
          tags: [
            { type: 'existing', id: 1 },
            { type: 'new', draft: { before: null, slug: 'new', content: { composed: { name: 'New', taxonomy: 'tag' } } } },
          ],
        },
      },
    })
  })

  test('is plain data: converted to JSON and back, it creates the same records', async () => {
    const [converted, direct] = [await openContext(), await openContext()]
    const { fields } = prepareNew(converted.context, eventKind, input)
    await write(converted.context, async (op) => applyNew(op, eventKind, throughJson(await planNew(op, eventKind, fields))))
    await direct.calendar.events.create(input)
    expect(records(converted)).toEqual(records(direct))
    expect(converted.hooks).toEqual(['event.create', 'venue.create', 'tag.create'])
    expect(converted.changes.map(({ name }) => name)).toEqual(['venue.created', 'tag.created', 'event.created'])
  })

  test('of a change is plain data, too', async () => {
    const [converted, direct] = [await openContext(), await openContext()]
    const patch = { title: 'Concert', slug: '', status: 'trash', venues: { name: 'New' } } as const
    for (const { calendar } of [converted, direct]) await calendar.events.create(input)
    const fields = preparePatch(converted.context, eventKind, patch)
    await write(converted.context, async (op) => {
      const [before] = await op.store.events.getMany([1])
      return before && applyChange(op, eventKind, throughJson(await planChange(op, eventKind, fields, before)))
    })
    await direct.calendar.events.update(1, patch)
    expect(records(converted)).toEqual(records(direct))
    expect(converted.hooks).toEqual(['event.trash', 'venue.create'])
    expect(converted.changes.map(({ name }) => name)).toEqual(['venue.created', 'event.trashed'])
  })
})

const throughJson = <T>(plan: T): T => JSON.parse(JSON.stringify(plan))

function records({ store }: { readonly store: ReturnType<typeof memoryStore> }) {
  return store.snapshot()
}

test('nested data is read once, however often the transaction runs', async () => {
  const { context, store } = await openContext()
  const read: string[] = []
  const again = new Error('again')
  const repeated: typeof store = {
    ...store,
    transaction: async (work) => {
      await store.transaction((tx) => work(tx).then(() => Promise.reject(again))).catch(() => undefined)
      return store.transaction(work)
    },
  }
  const sanitizeHtml = (html: string): string => {
    read.push(html)
    return html
  }
  const calendar = createCalendar({ store: repeated, clock: context.clock, sanitizeHtml })
  const venues = [
    { name: 'Inn', description: 'a' },
    { name: 'Barn', description: 'b' },
  ]
  await calendar.events.create(anEvent({ venues }))
  await calendar.events.update(1, { venues: { name: 'Mill', description: 'c' } })
  await calendar.events.createMany([anEvent({ venues: { name: 'Tent', description: 'd' } })])
  expect(read).toEqual(['a', 'b', 'c', 'd'])
  expect(await outcomeOf(calendar.venues.get('tent'))).toBe('done')
})
