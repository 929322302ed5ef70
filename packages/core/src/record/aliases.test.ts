import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anEvent, type OpenCalendar, openCalendar, outcomeOf } from '../../test/open-calendar.ts'
import { roles } from '../access/roles.ts'
import type { Calendar } from '../calendar/api.ts'

const author = { id: '7', roles: ['author'] }
const viewers = ['stranger', 'author', 'editor', 'host'] as const
type Viewer = (typeof viewers)[number]

/** The calendar as somebody sees it: the host's own code sees everything, an author the own records and published ones. */
const as = ({ calendar }: OpenCalendar, viewer: Viewer): Calendar => {
  if (viewer === 'host') return calendar
  const actor = viewer === 'stranger' ? null : viewer === 'author' ? author : { id: '1', roles: ['editor'] }
  return calendar.as(actor, roles())
}

/** The id of the event that each viewer finds by a slug; an error is its code. */
async function foundBy(open: OpenCalendar, slug: string): Promise<readonly (number | string)[]> {
  const one = async (viewer: Viewer): Promise<number | string> => {
    const event = await as(open, viewer).events.find(slug)
    return event === null ? outcomeOf(as(open, viewer).events.get(slug)) : event.id
  }
  return Promise.all(viewers.map(one))
}

type Step = readonly [verb: 'create' | 'rename' | 'set' | 'trash' | 'restore' | 'delete', id: number, value?: string]

/** Carries out steps, a second apart. `create` takes the slug, the others the id; drafts are those of the author. */
async function run({ calendar: { events }, clock }: OpenCalendar, steps: readonly Step[]): Promise<void> {
  for (const [verb, id, value = ''] of steps) {
    clock.advance(1_000)
    if (verb === 'create') await events.create(anEvent({ slug: value, authorId: '7' }))
    if (verb === 'rename') await events.update(id, { slug: value })
    if (verb === 'set') await events.update(id, { status: value as 'draft' })
    if (verb === 'trash') await events.trash(id)
    if (verb === 'restore') await events.restore(id)
    if (verb === 'delete') await events.delete(id)
  }
}

const missing = 'not_found'
const everybody = (id: number | string) => [id, id, id, id]

describe('a slug that a record had before', () => {
  test.each<[string, readonly Step[], slug: string, found: readonly (number | string)[]]>([
    [
      'leads to the record',
      [
        ['create', 1, 'a'],
        ['rename', 1, 'b'],
      ],
      'a',
      everybody(1),
    ],
    [
      'leads there after several changes',
      [
        ['create', 1, 'a'],
        ['rename', 1, 'b'],
        ['rename', 1, 'c'],
      ],
      'a',
      everybody(1),
    ],
    [
      'is the present one after a change back',
      [
        ['create', 1, 'a'],
        ['rename', 1, 'b'],
        ['rename', 1, 'a'],
      ],
      'b',
      everybody(1),
    ],
    [
      'is none that no record had',
      [
        ['create', 1, 'a'],
        ['rename', 1, 'b'],
      ],
      'c',
      everybody(missing),
    ],
    [
      'loses to a record that takes it',
      [
        ['create', 1, 'a'],
        ['rename', 1, 'b'],
        ['create', 2, 'a'],
      ],
      'a',
      everybody(2),
    ],
    [
      'leads to the record again when the other one is gone',
      [
        ['create', 1, 'a'],
        ['rename', 1, 'b'],
        ['create', 2, 'a'],
        ['delete', 2],
      ],
      'a',
      everybody(1),
    ],
    [
      'leads to the last of its owners',
      [
        ['create', 1, 'a'],
        ['rename', 1, 'b'],
        ['create', 2, 'a'],
        ['rename', 2, 'c'],
      ],
      'a',
      everybody(2),
    ],
    [
      'leads to the last of its owners whom the viewer may read',
      [
        ['create', 1, 'a'],
        ['rename', 1, 'b'],
        ['create', 2, 'a'],
        ['rename', 2, 'c'],
        ['set', 2, 'draft'],
      ],
      'a',
      [1, 2, 2, 2],
    ],
    [
      'leads a viewer there who may not read its present owner',
      [
        ['create', 1, 'a'],
        ['rename', 1, 'b'],
        ['create', 2, 'a'],
        ['set', 2, 'draft'],
      ],
      'a',
      [1, 2, 2, 2],
    ],
    [
      'is unknown to those who may not read the record',
      [
        ['create', 1, 'a'],
        ['set', 1, 'draft'],
        ['rename', 1, 'b'],
      ],
      'a',
      [missing, 1, 1, 1],
    ],
    [
      'leads to no record in the trash',
      [
        ['create', 1, 'a'],
        ['rename', 1, 'b'],
        ['trash', 1],
      ],
      'a',
      everybody(missing),
    ],
    [
      'leads there again after a restoration',
      [
        ['create', 1, 'a'],
        ['rename', 1, 'b'],
        ['trash', 1],
        ['restore', 1],
      ],
      'a',
      everybody(1),
    ],
    [
      'is gone with the record',
      [
        ['create', 1, 'a'],
        ['rename', 1, 'b'],
        ['delete', 1],
      ],
      'a',
      everybody(missing),
    ],
    [
      'is none that the trash gave',
      [
        ['create', 1, 'a'],
        ['trash', 1],
        ['restore', 1],
      ],
      'a__trashed',
      everybody(missing),
    ],
    [
      'is kept when a restoration finds it taken',
      [
        ['create', 1, 'a'],
        ['trash', 1],
        ['create', 2, 'a'],
        ['restore', 1],
        ['delete', 2],
      ],
      'a',
      everybody(1),
    ],
  ])('%s', async (_, steps, slug, found) => {
    const open = openCalendar()
    await run(open, steps)
    expect(await foundBy(open, slug)).toEqual(found)
  })

  test('is read in other normal forms, and is not the name of a write', async () => {
    const { calendar } = openCalendar()
    await calendar.events.create(anEvent({ slug: 'дворец-культуры' }))
    await calendar.events.update(1, { slug: 'палаццо-й' })
    await calendar.events.update(1, { slug: 'b' })
    expect((await calendar.events.get('палаццо-й'.normalize('NFD'))).slug).toBe('b')
    const { events } = calendar
    expect(await outcomeOf(events.update('палаццо-й', { title: 'x' }))).toBe('not_found')
    expect(await outcomeOf(events.trash('палаццо-й'))).toBe('not_found')
    expect(await outcomeOf(events.delete('палаццо-й'))).toBe('not_found')
  })

  test.each(['venues', 'organizers'] as const)('leads to one of the %s', async (kind) => {
    const { calendar } = openCalendar()
    const records = calendar[kind]
    await records.create({ name: 'Hall' })
    await records.update('hall', { slug: 'palace' })
    expect(await records.get('hall')).toMatchObject({ id: 1, slug: 'palace' })
    expect(await outcomeOf(calendar.events.get('hall'))).toBe('not_found')
  })

  test.each([
    ['categories', 'tags'],
    ['tags', 'categories'],
  ] as const)('leads to one of the %s', async (kind, other) => {
    const open = openCalendar()
    const { calendar } = open
    await calendar[kind].create({ name: 'Music' })
    await calendar[kind].update('music', { slug: 'sound' })
    expect(await calendar[kind].get('music')).toMatchObject({ id: 1, slug: 'sound' })
    expect(await outcomeOf(calendar[other].get('music'))).toBe('not_found')
    await calendar.events.create(anEvent({ status: 'draft', [kind]: [{ name: 'Secret' }] }))
    const { id } = await calendar[kind].get('secret')
    const [stored] = await open.memory.terms.getMany([id])
    if (stored !== undefined) await open.memory.terms.update({ ...stored, slug: 'hidden' })
    await open.memory.terms.addAliases([{ id, of: 'slug', text: 'secret', atMs: 5 }])
    expect((await calendar[kind].get('secret')).slug).toBe('hidden')
    expect(await outcomeOf(as(open, 'stranger')[kind].get('secret'))).toBe('not_found')
  })

  test('leads to a series and to its dates, each by its own', async () => {
    const { calendar } = openCalendar()
    await calendar.events.create(anEvent({ title: 'Market', recurrence: 'FREQ=DAILY;COUNT=2' }))
    await calendar.events.update(1, { slug: 'fair' })
    await calendar.events.update('market-2026-06-11', { slug: 'last' })
    expect((await calendar.events.get('market')).id).toBe(1)
    expect((await calendar.events.get('market-2026-06-11')).slug).toBe('last')
  })
})

/** A record as the model of the property below sees it. */
interface Modelled {
  id: number
  slug: string
  status: 'publish' | 'draft' | 'trash'
  readonly former: Map<string, number>
}

const slugs = ['a', 'b', 'c'] as const
const step = fc.tuple(
  fc.constantFrom<Step[0]>('create', 'rename', 'rename', 'rename', 'set', 'trash', 'restore', 'delete'),
  fc.integer({ min: 1, max: 4 }),
  fc.constantFrom(...slugs),
)

test('reads by slug agree with a model, whoever reads', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const open = openCalendar()
      const { events } = open.calendar
      const model = new Map<number, Modelled>()
      const sync = async (id: number, at: number): Promise<void> => {
        const [stored] = await open.memory.events.getMany([id])
        const known = model.get(id)
        if (stored === undefined) return void model.delete(id)
        const own = stored.slug.replace(/__trashed.*$/, '')
        const before = known?.slug ?? own
        const one: Modelled = { id, slug: own, status: stored.status as 'draft', former: known?.former ?? new Map() }
        if (before !== own) one.former.set(before, at)
        model.set(id, one)
      }
      let at = 0
      for (const [verb, id, slug] of steps) {
        at += 1
        open.clock.advance(1_000)
        const status = model.get(id)?.status === 'draft' ? 'publish' : 'draft'
        if (verb === 'create') await sync((await events.create(anEvent({ slug, authorId: '7' }))).id, at)
        else {
          await run(open, [[verb, id, verb === 'set' ? status : slug]]).catch(() => undefined)
          await sync(id, at)
        }
      }
      for (const slug of slugs) {
        const expected = viewers.map((viewer) => {
          const shown = [...model.values()].filter((one) => one.status === 'publish' || (one.status === 'draft' && viewer !== 'stranger'))
          const present = shown.find((one) => one.slug === slug)
          const [newest] = shown.filter((one) => one.former.has(slug)).sort((a, b) => (b.former.get(slug) ?? 0) - (a.former.get(slug) ?? 0))
          return present?.id ?? newest?.id ?? 'not_found'
        })
        expect(await foundBy(open, slug), `${slug} after ${JSON.stringify(steps)}`).toEqual(expected)
      }
    }),
  )
})
