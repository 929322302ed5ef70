import { type Calendar, createCalendar, type FieldsOption } from '@kalends/core'
import type { JsonValue } from '@kalends/core/store'
import { assertEqual } from '../../../packages/testing/src/assert.ts'
import { fixedClock } from '../../../packages/testing/src/clock.ts'
import type { OpenedStore } from '../../../packages/testing/src/conformance/register.ts'

/** Options of {@link runFieldOperations}. */
export interface FieldOperationsOptions {
  /** Opens an empty store; called once. */
  createStore(): Promise<OpenedStore>
}

const kinds = ['events', 'venues', 'organizers', 'categories', 'tags'] as const

/** A schema that takes every value. */
const anything = { '~standard': { version: 1, vendor: 'kalends', validate: (value: unknown) => ({ value }) } } as const

const ofKind = {
  word: { schema: anything, filter: 'is' },
  size: { schema: anything, filter: 'range' },
  rest: { schema: anything },
} as const

const declared: FieldsOption = { event: ofKind, venue: ofKind, organizer: ofKind, category: ofKind, tag: ofKind }

/** The values of a record, and after a change. Texts hold what engines compare, escape or store in different ways. */
const first = { word: 'Ä "quoted" \\ \'text\' %_', size: -1.5, rest: { 'a.b': [null, true, '\u2028', { nested: '😀' }], empty: '' } }
const second = { size: 1e300 }
const both = { ...first, ...second }

type Fields = Readonly<Record<string, JsonValue>>

/** An operation that returns a record, and the fields that it must have. */
type Step = readonly [operation: string, returned: () => Promise<{ readonly fields: object } | null | undefined>, fields: Fields]

const inputOf = (kind: (typeof kinds)[number], name: string): object =>
  kind === 'events' ? { title: name, startDate: '2026-06-10 19:30', endDate: '2026-06-10 21:00', fields: first } : { name, fields: first }

/** The first record of a list. */
async function firstOf<T>(records: AsyncIterable<T>): Promise<T | undefined> {
  for await (const record of records) return record
  return undefined
}

/** The operations of one kind on its first record, in their order. */
function stepsOf(calendar: Calendar, kind: (typeof kinds)[number]): readonly Step[] {
  // Inputs of all kinds have fields, and the operations of each kind take theirs.
  const records = calendar[kind] as Calendar['venues']
  const listed = { fields: { word: first.word.toLowerCase(), size: { lte: 0 } } }
  // Categories and tags share their ids.
  let id = 0
  const steps: Step[] = [
    [
      'create',
      async () => {
        const made = await records.create(inputOf(kind, 'First') as { name: string })
        id = made.id
        return made
      },
      first,
    ],
    ['get by id', () => records.get(id), first],
    ['get by slug', () => records.get('first'), first],
    ['find', () => records.find(id), first],
    ['list', async () => (await records.list()).items[0], first],
    ['list by fields', async () => (await records.list(listed)).items[0], first],
    ['each', () => firstOf(records.each(listed)), first],
    ['update of another member', () => records.update(id, { description: 'x' }), first],
    ['update', () => records.update(id, { fields: second }), both],
    ['list by the changed fields', async () => (await records.list({ fields: { size: { gte: 1e299 } } })).items[0], both],
  ]
  if ('trash' in records)
    steps.push(
      ['trash', () => records.trash(id), both],
      ['restore', () => records.restore(id), both],
      ['get after it', () => records.get(id), both],
    )
  return steps
}

/** The operations that only events have, and records inside of events. */
function eventSteps(calendar: Calendar): readonly Step[] {
  const { events } = calendar
  const nested = { title: 'Nested', startDate: '2026-06-11', endDate: '2026-06-11' }
  const withNew = { ...nested, venues: { name: 'New hall', fields: first }, organizers: { name: 'New club', fields: first } }
  const series = { ...nested, title: 'Series', recurrence: 'FREQ=DAILY;COUNT=3', fields: first }
  let seriesId = 0
  let occurrenceId = 0
  return [
    ['each by start', () => firstOf(events.each({}, { by: 'start' })), both],
    ['the first one by start', () => firstOf(events.each({}, { by: 'start', limit: 1 })), both],
    ['createMany', () => events.createMany([{ ...nested, title: 'Many', fields: first }]).then(() => events.get('many')), first],
    ['create with a venue', async () => (await events.create(withNew)).venues[0], first],
    ['get with a venue', async () => (await events.get('nested')).venues[0], first],
    ['list with an organizer', async () => (await events.list({ search: 'Nested' })).items[0]?.organizers[0], first],
    [
      'create a series',
      async () => {
        const made = await events.create(series)
        seriesId = made.id
        return made
      },
      first,
    ],
    [
      'list an occurrence',
      async () => {
        const [found] = (await events.list({ seriesIds: seriesId, fields: { word: first.word } })).items
        occurrenceId = found?.id ?? 0
        return found
      },
      first,
    ],
    ['update an occurrence', () => events.update(occurrenceId, { fields: second }), both],
    ['get an occurrence', () => events.get(occurrenceId), both],
    ['get its series', () => events.get(seriesId), first],
    [
      'list an overridden occurrence',
      async () => (await events.list({ seriesIds: seriesId, fields: { size: second.size } })).items[0],
      both,
    ],
    ['series', async () => (await events.series([seriesId]))[0]?.series, first],
    ['series with a changed one', async () => (await events.series([seriesId]))[0]?.changed[0], both],
    ['update the series', () => events.update(seriesId, { fields: { word: null } }), { size: first.size, rest: first.rest }],
    ['delete an occurrence', () => events.delete(occurrenceId), both],
  ]
}

/** What hooks and listeners see of a creation and a deletion. */
async function checkChanges(calendar: Calendar): Promise<void> {
  const seen: object[] = []
  const off = [
    calendar.before('venue.create', ({ next }) => void seen.push(next.fields)),
    calendar.on('venue.created', ({ after }) => void seen.push(after.fields)),
    calendar.before('venue.delete', ({ before }) => void seen.push(before.fields)),
    calendar.on('venue.deleted', ({ before }) => void seen.push(before.fields)),
  ]
  const { id } = await calendar.venues.create({ name: 'Seen', fields: first })
  await calendar.venues.delete(id)
  for (const remove of off) remove()
  assertEqual(seen, [first, first, first, first], 'fields that hooks and listeners see')
}

/**
 * Runs every operation of a calendar with declared fields, and compares the fields of the records that it returns.
 * @throws an error that names the operation and the first difference
 * @example await runFieldOperations({ createStore })
 */
export async function runFieldOperations(options: FieldOperationsOptions): Promise<void> {
  const opened = await options.createStore()
  try {
    const calendar: Calendar = createCalendar({ store: opened.store, clock: fixedClock('2026-06-01T12:00:00Z'), fields: declared })
    const check = async (kind: string, steps: readonly Step[]): Promise<void> => {
      for (const [operation, returned, fields] of steps) assertEqual((await returned())?.fields, fields, `${kind}: ${operation}`)
    }
    for (const kind of kinds) await check(kind, stepsOf(calendar, kind))
    await check('events', eventSteps(calendar))
    await checkChanges(calendar)
    for (const kind of kinds) await check(kind, [['delete', () => calendar[kind].delete('first'), both]])
  } finally {
    await opened.close()
  }
}
