import { type AccessPolicy, type AccessQuestion, type Calendar, readScopes } from '@kalends/core'
import type { EntityId } from '@kalends/core/store'
import type { Arbitrary } from 'fast-check'
import * as fc from 'fast-check'
import { nastyTexts } from '../../../packages/testing/src/nasty-texts.ts'
import { scriptWords } from '../../../packages/testing/src/script-texts.ts'

/** A valid or invalid input, as untyped callers may give it. Instead of an id it has a number from 1 to 3 that picks an existing record. */
export type BulkPlan = Readonly<Record<string, unknown>>

/** The ids of the existing records. */
export type KnownIds = Readonly<Record<'parentId' | 'venues' | 'organizers' | 'categories' | 'tags', readonly EntityId[]>>

const wellFormed = nastyTexts.map(({ text }) => text).filter((text) => !/[\p{Cc}\p{Cs}]/u.test(text))
/** Words of all scripts that differ by as little as a mark, and other spellings of some. */
const words = scriptWords.flatMap(({ word, same, other }) => [word, ...same, ...other])
const titles = ['choir-2', 'Chœur', '🎉', 'a'.repeat(200), ...wellFormed.filter((text) => text.trim() !== '')]
const names = ['Hall', 'HALL', 'hàll', 'Old hall', '1', '2', '🎉', '\ufb01', 'Fi']
const texts = ['Music', 'music', 'MÜSIC', 'jazz', 'Jazz', 'below', 'rock-n-roll', "Rock 'n' Roll", '900000001', '🎉']

/** Inputs of events with conflicts between them and with existing records: in titles, slugs, names and ids. Some are invalid. */
export function bulkInputArbitrary(): Arbitrary<readonly BulkPlan[]> {
  const oneOf = <T>(...values: readonly T[]): Arbitrary<T> => fc.constantFrom(...values)
  const pick = oneOf(1, 2, 3)
  const anyName = fc.oneof({ weight: 3, arbitrary: oneOf(...names) }, { weight: 1, arbitrary: oneOf(...words) })
  const named = fc.record({ name: anyName, status: oneOf('publish', 'draft', 'trash') }, { requiredKeys: ['name'] })
  const profiles = fc.array(fc.oneof({ weight: 1, arbitrary: pick }, { weight: 4, arbitrary: named }), { maxLength: 2 })
  const term = fc.oneof<Arbitrary<unknown>[]>(
    oneOf(...texts),
    oneOf(...texts, ...words),
    pick.map((id) => ({ id })),
  )
  const terms = fc.array(term, { maxLength: 3 })
  const valid = {
    title: fc.oneof(oneOf(...titles), oneOf('Choir', 'choir!'), oneOf(...words)),
    startDate: oneOf('2026-06-10 19:30:00', '2026-10-25 02:30:00', '2026-03-29 02:30:00'),
    endDate: fc.constant('2026-12-31 21:00:00'),
    slug: oneOf('', 'choir', 'choir-2', 'choir-3', 'choir-trash', 'own', 'choir-2026-06-10'),
    uid: oneOf<string | null>('', null, 'first', 'second', 'choir-publish', 'choir-private', 'choir-trash'),
    status: oneOf('publish', 'draft', 'private', 'trash', 'future'),
    authorId: oneOf('', '1', '2'),
    published: oneOf(null, '2026-01-01 08:00:00'),
    timeZone: oneOf('UTC', 'America/New_York'),
    allDay: fc.boolean(),
    description: oneOf(...wellFormed),
    cost: oneOf<unknown>('', '5', ['10', '20'], 'free'),
    venues: profiles,
    organizers: profiles,
    categories: terms,
    tags: terms,
    parentId: oneOf(0, 0, 1, 2),
    recurrence: oneOf<unknown>(null, 'FREQ=DAILY;COUNT=3', 'FREQ=WEEKLY;COUNT=2', { dates: ['2026-06-12'] }),
  }
  const invalidChange: Arbitrary<BulkPlan> = oneOf(
    ...[{ title: ' ' }, { title: 'two\nlines' }, { startDate: 'soon' }, { startDate: '2027-01-01' }, { timeZone: 'Mars' }, { slug: '!' }],
    ...[{ venues: {} }, { venues: 900_000_001 }, { organizers: { name: 'Club', website: 'nowhere' } }, { tags: [{ id: 900_000_001 }] }],
    ...[{ parentId: 3 }, { description: 'a\0b' }, { status: 'new' }, { recurrence: 'FREQ=HOURLY' }],
  )
  const rarely = fc.nat({ max: 7 }).map((number) => number === 0)
  const input = fc
    .tuple(fc.record(valid, { requiredKeys: ['title', 'startDate', 'endDate'] }), rarely, invalidChange)
    .map(([plan, isInvalid, change]): BulkPlan => (isInvalid ? { ...plan, ...change } : plan))
  // Without bias: fast-check would prefer short lists of similar inputs.
  return fc.noBias(fc.array(input, { maxLength: 12, size: 'max' }))
}

/** Creates the records that the inputs conflict with; returns their ids. */
export async function createExisting({ categories, events, organizers, tags, venues }: Calendar): Promise<KnownIds> {
  const times = { startDate: '2026-05-01 19:30:00', endDate: '2026-05-01 21:00:00' }
  const { id: parent } = await categories.create({ name: 'Music' })
  return {
    parentId: await idsOf(['publish', 'private', 'trash'] as const, (status) =>
      events.create({ title: 'Choir', slug: `choir-${status}`, uid: `choir-${status}`, status, ...times }),
    ),
    venues: await idsOf(['draft', 'publish', 'publish'] as const, (status) => venues.create({ name: 'Hall', status })),
    organizers: await idsOf(['1', ''], (authorId) => organizers.create({ name: authorId === '1' ? 'Old hall' : 'Hall', authorId })),
    categories: [
      parent,
      ...(await idsOf(['Below', 'Jazz'], (name) => categories.create({ name, parentId: name === 'Below' ? parent : 0 }))),
    ],
    tags: await idsOf(['Music'], (name) => tags.create({ name, slug: 'jazz' })),
  }
}

/** Creates a record for each item, one by one. */
async function idsOf<T>(items: readonly T[], create: (item: T) => Promise<{ readonly id: EntityId }>): Promise<readonly EntityId[]> {
  const ids: EntityId[] = []
  for (const item of items) ids.push((await create(item)).id)
  return ids
}

/** Converts a plan to an input: replaces each number that picks a record by the id of that record. */
export function toBulkInput(plan: BulkPlan, known: KnownIds): BulkPlan {
  const resolved = Object.entries(plan).map(([field, value]) => [field, isKnown(field, known) ? withIds(value, known[field]) : value])
  return Object.fromEntries(resolved)
}

const isKnown = (field: string, known: KnownIds): field is keyof KnownIds => Object.hasOwn(known, field)

function withIds(value: unknown, ids: readonly EntityId[]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withIds(item, ids))
  if (typeof value === 'number') return value > 0 && value < 4 ? ids[(value - 1) % ids.length] : value
  return typeof value === 'object' && value !== null && 'id' in value ? { id: withIds(value.id, ids) } : value
}

/** A policy that denies some questions by their details, and appends every question to `asked`. */
export function pickyPolicy(asked: AccessQuestion[]): AccessPolicy {
  return {
    readable: (_actor, kind) => (kind === 'event' ? readScopes.all : readScopes.all.filter(({ status }) => status !== 'draft')),
    may(question) {
      asked.push(question)
      const { action, kind, record, next } = question
      if (action === 'create') return kind !== 'tag' && !(next?.authorId === '2' && next.status === 'private') && next?.status !== 'trash'
      return !(kind === 'organizer' && record?.authorId === '1')
    },
  }
}
