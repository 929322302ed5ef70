import { memoryStore } from '@kalends/memory'
import { expect, test } from 'vitest'
import { type AccessPolicy, type Calendar, createCalendar, publicReadOnly, roles } from '../../src/index.ts'
import { randomCalendar, randomNumbers } from './random-calendar.ts'

const steps = Math.ceil(2_000 * Number(process.env['KALENDS_TIMES'] ?? 1))
const seed = Number(process.env['KALENDS_SEED'] ?? 1)

/** The terms that a viewer knows, as `category 1`. */
async function knownBy(viewer: Calendar): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for await (const { id } of viewer.categories.each({})) known.add(`category ${id}`)
  for await (const { id } of viewer.tags.each({})) known.add(`tag ${id}`)
  return known
}

/** Writes of terms at random, and of events with tags. */
function randomTerms(calendar: Calendar, random: (below: number) => number): () => Promise<unknown> {
  const pick = async (kind: 'events' | 'categories' | 'tags'): Promise<number> => {
    const ids: number[] = []
    const all = kind === 'events' ? calendar.events.each({ status: 'any', startsFrom: '1990-01-01' }) : calendar[kind].each({})
    for await (const { id } of all) ids.push(id)
    return ids[random(ids.length)] ?? 0
  }
  const writes = [
    async () => calendar.events.update(await pick('events'), { tags: [['free'], ['late', 'free'], ['late'], []][random(4)] ?? [] }),
    async () => calendar.events.update(await pick('events'), { status: (['draft', 'publish'] as const)[random(2)] ?? 'draft' }),
    async () => calendar.events.delete(await pick('events')),
    async () => calendar.tags.delete(await pick('tags')),
    async () => calendar.categories.update(await pick('categories'), { description: String(random(9)) }),
    async () => calendar.categories.delete(await pick('categories')),
  ]
  return async () => writes[random(20)]?.().catch(() => undefined)
}

const policies: readonly (readonly [string, AccessPolicy])[] = [
  ['anybody', publicReadOnly()],
  ['an author', roles({})],
]

test.each(policies)(
  'a copy of terms equals the list after random writes and publications: %s',
  async (name, policy) => {
    const random = randomNumbers(seed + 3)
    let nowMs = Date.parse('2026-05-01T12:00:00Z')
    const calendar = createCalendar({ store: memoryStore(), clock: { nowMs: () => nowMs } })
    const viewer = calendar.as(name === 'anybody' ? null : { id: '1', roles: ['author'] }, policy)
    const [world, writeTerms] = [randomCalendar(calendar, random), randomTerms(calendar, random)]
    let token = await viewer.changes.token()
    const copy = new Set<string>()
    const everKnown = new Set<string>()
    const series = new Set<number>()
    for (const name of ['event.created', 'event.updated'] as const)
      calendar.on(name, ({ after }) => void (after.recurrence !== null && series.add(after.id)))
    const look = async (): Promise<void> => {
      for (const one of await knownBy(viewer)) everKnown.add(one)
      // A series is in no list, but can be read by its id.
      for (const id of series) {
        const one = await viewer.events.get(id).catch(() => null)
        for (const { id: category } of one?.categories ?? []) everKnown.add(`category ${category}`)
      }
    }
    let forgotten = 0
    for (let step = 0; step < steps; step++) {
      await world.write()
      await look()
      await writeTerms()
      await look()
      nowMs += random(3) === 0 ? random(7_200_000) : random(1_000)
      await look()
      if (random(3) > 0) continue
      for (let more = true; more; ) {
        const page = await viewer.changes.since(token, { categories: {}, tags: {}, limit: 1 + random(12) })
        for (const { kind, id, gone } of page.items) {
          if (!gone) copy.add(`${kind} ${id}`)
          else {
            expect(everKnown).toContain(`${kind} ${id}`)
            if (copy.delete(`${kind} ${id}`)) forgotten++
          }
        }
        token = page.token
        more = page.more
      }
      const known = await knownBy(viewer)
      expect([...known].filter((one) => !copy.has(one))).toEqual([])
      expect([...copy].filter((one) => !known.has(one))).toEqual([])
    }
    expect(forgotten).toBeGreaterThan(5)
  },
  600_000,
)

test.each<[string, ReturnType<AccessPolicy['readable']>]>([
  ['an author', [{ status: 'publish', authorIds: ['7'] }]],
  ['a venue', [{ status: 'publish', venueIds: [1] }]],
  ['a publication date', [{ status: 'publish', publishedMs: { gte: 1 } }]],
])('a term that everybody knew is gone for a viewer of the events of %s', async (_, readable) => {
  const calendar = createCalendar({ store: memoryStore() })
  await calendar.venues.create({ name: 'Hall' })
  const [{ id }, other] = [await calendar.categories.create({ name: 'Music' }), await calendar.categories.create({ name: 'Sound' })]
  const viewer = calendar.as({ id: '1' }, { readable: () => readable, may: () => false })
  const token = await viewer.changes.token()
  await calendar.categories.merge(id, other.id)
  expect((await viewer.changes.since(token, { categories: {} })).items).toContainEqual({ kind: 'category', id, gone: true })
})
