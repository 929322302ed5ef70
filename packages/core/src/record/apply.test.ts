import { describe, expect, test } from 'vitest'
import { anEvent, type OpenCalendar, openCalendar, outcomeOf } from '../../test/open-calendar.ts'
import type { Status } from '../access/policy.ts'
import type { TrashableRecords } from './api.ts'
import type { PublishedView } from './view.ts'

/** The input of a record of any kind. */
interface Fields {
  status?: Status
  slug?: string | null
  description?: string
  published?: string | null
}

/** The three kinds with a status, with one interface. */
interface Kind {
  readonly kind: string
  records({ calendar }: OpenCalendar): TrashableRecords<PublishedView, object, object, object>
  named(name: string, fields?: Fields): object
}
const kinds: readonly Kind[] = [
  { kind: 'event', records: ({ calendar }) => calendar.events, named: (title, fields) => anEvent({ title, ...fields }) },
  { kind: 'venue', records: ({ calendar }) => calendar.venues, named: (name, fields) => ({ name, ...fields }) },
  { kind: 'organizer', records: ({ calendar }) => calendar.organizers, named: (name, fields) => ({ name, ...fields }) },
]

describe.each(kinds)('the slug of $kind', ({ kind, records, named }) => {
  test.each<[string, string | null | undefined, string]>([
    ['Town Hall', undefined, 'town-hall'],
    ['Town Hall', 'The Hall', 'the-hall'],
    ['Town Hall', '', 'town-hall'],
    ['Town Hall', null, 'town-hall'],
    ['Café de l’Été', undefined, 'cafe-de-lete'],
    ['Straße', undefined, 'strasse'],
    ['Концерт', undefined, 'концерт'],
    ['コンサート', undefined, 'コンサート'],
    ['1984', undefined, '1984'],
    ['!!!', undefined, kind],
    ['😀', undefined, kind],
    ['Town Hall', 'Концерт', 'концерт'],
    ['x'.repeat(200), undefined, 'x'.repeat(200)],
  ])('for the title %s and the given slug %o is %s', async (name, slug, expected) => {
    const record = await records(openCalendar()).create(named(name, slug === undefined ? {} : { slug }))
    expect(record.slug).toBe(expected)
    expect((await records(openCalendar()).create(named(name))).id).toBe(1)
  })

  test.each(['!!!', '-', '  ', '😀', '/'])('cannot be made from the given slug %o, which has no letter or digit', async (slug) => {
    const open = openCalendar()
    await expect(records(open).create(named('Hall', { slug }))).rejects.toMatchObject({ details: { params: { slug: expect.any(String) } } })
    expect(await open.memory.log.head()).toBe(0)
  })

  test('gets the next free number if it is taken, whether given or made from the title', async () => {
    const hall = records(openCalendar())
    const slugs: string[] = []
    for (const fields of [{}, {}, { slug: 'town-hall' }, { slug: 'town-hall-2' }, {}])
      slugs.push((await hall.create(named('Town hall', fields))).slug)
    expect(slugs).toEqual(['town-hall', 'town-hall-2', 'town-hall-3', 'town-hall-2-2', 'town-hall-4'])
  })

  test('finds its record and no other', async () => {
    const hall = records(openCalendar())
    const ids: number[] = []
    for (const slug of ['a', 'a-2', '12', 'концерт', 'trashed']) ids.push((await hall.create(named('Hall', { slug }))).id)
    expect(await Promise.all(['a', 'a-2', '12', 'концерт', 'trashed'].map(async (slug) => (await hall.get(slug)).id))).toEqual(ids)
  })

  test.each(['', ' ', 'A', 'a%', '_', 'a\u0000', '\uD800', 'a'.repeat(10_000), '__proto__', '1'])('%o finds nothing', async (slug) => {
    const hall = records(openCalendar())
    await hall.create(named('a'))
    expect(await outcomeOf(hall.get(slug))).toBe('not_found')
  })

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 99])('the id %o finds nothing', async (id) => {
    const hall = records(openCalendar())
    await hall.create(named('a'))
    expect(await outcomeOf(hall.get(id))).toBe('not_found')
  })

  test('stays when the name changes, and changes when another is given', async () => {
    const hall = records(openCalendar())
    const { id } = await hall.create(named('Town hall'))
    expect((await hall.update(id, named('Market hall'))).slug).toBe('town-hall')
    expect((await hall.update(id, { slug: '' })).slug).toBe('market-hall')
    expect((await hall.update(id, { slug: 'Halle 1' })).slug).toBe('halle-1')
    expect((await hall.update(id, { slug: null })).slug).toBe('market-hall')
    expect((await hall.get('town-hall')).slug).toBe('market-hall')
  })

  test('keeps its number when it is sent back', async () => {
    const hall = records(openCalendar())
    await hall.create(named('Hall'))
    const second = await hall.create(named('Hall'))
    expect((await hall.update(second.id, { slug: second.slug })).slug).toBe('hall-2')
    expect((await hall.update(second.id, { slug: 'hall' })).slug).toBe('hall-2')
    expect((await hall.update(second.id, { slug: '' })).slug).toBe('hall-2')
  })

  test('is different for each of twenty concurrent creations', async () => {
    const hall = records(openCalendar())
    const made = await Promise.all(Array.from({ length: 20 }, () => hall.create(named('Hall'))))
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(20)
    expect(made.map(({ slug }) => slug)).toContain('hall-20')
  })
})

describe.each(kinds)('the trash of $kind', ({ records, named }) => {
  test('frees the slug, and a restore takes it back or takes the next free one', async () => {
    const hall = records(openCalendar())
    const first = await hall.create(named('Hall'))
    expect(await hall.trash(first.id)).toMatchObject({ status: 'trash', slug: 'hall__trashed' })
    const second = await hall.create(named('Hall'))
    expect(second.slug).toBe('hall')
    expect(await hall.trash(second.id)).toMatchObject({ slug: 'hall__trashed-2' })
    expect(await hall.restore(second.id)).toMatchObject({ slug: 'hall', status: 'publish' })
    expect(await hall.restore(first.id)).toMatchObject({ slug: 'hall-2', status: 'publish' })
  })

  test('does not truncate a long slug', async () => {
    const hall = records(openCalendar())
    const slug = 'x'.repeat(200)
    const { id } = await hall.create(named('Hall', { slug }))
    expect((await hall.trash(id)).slug).toBe(`${slug}__trashed`)
    expect((await hall.restore(id)).slug).toBe(slug)
  })

  test.each<[Status, Status]>([
    ['publish', 'publish'],
    ['future', 'publish'],
    ['draft', 'draft'],
    ['pending', 'pending'],
    ['private', 'private'],
    ['trash', 'draft'],
  ])('restores a record with the status %s as %s', async (status, expected) => {
    const hall = records(openCalendar())
    const { id } = await hall.create(named('Hall', { status }))
    if (status !== 'trash') await hall.trash(id)
    expect((await hall.restore(id)).status).toBe(expected)
  })

  test('is entered and left by updates of the status, too', async () => {
    const hall = records(openCalendar())
    const { id } = await hall.create(named('Hall', { status: 'private' }))
    expect(await hall.update(id, { status: 'trash', description: 'closed' })).toMatchObject({ status: 'trash', slug: 'hall__trashed' })
    expect(await hall.update(id, { status: 'pending', description: 'open' })).toMatchObject({
      status: 'pending',
      slug: 'hall',
      description: 'open',
    })
  })

  test('accepts a new slug in the update that trashes and in the update that restores', async () => {
    const hall = records(openCalendar())
    const { id } = await hall.create(named('Hall'))
    expect((await hall.update(id, { status: 'trash', slug: 'old' })).slug).toBe('old__trashed')
    expect((await hall.update(id, { status: 'publish', slug: 'new' })).slug).toBe('new')
  })

  test('accepts the returned members of its record in the update that restores', async () => {
    const hall = records(openCalendar())
    const { id } = await hall.create(named('Hall'))
    const { slug, published, publishedUtc, authorId } = await hall.trash(id)
    const restored = await hall.update(id, { slug, published, publishedUtc, authorId, status: 'publish' })
    expect(restored).toMatchObject({ status: 'publish', slug: 'hall', published, publishedUtc, authorId })
  })

  test('allows only a restore and a deletion', async () => {
    const hall = records(openCalendar())
    const { id } = await hall.create(named('Hall'))
    await hall.trash(id)
    expect(await outcomeOf(hall.get(id))).toBe('in_trash')
    expect(await outcomeOf(hall.get('hall'))).toBe('not_found')
    expect(await outcomeOf(hall.get('hall__trashed'))).toBe('in_trash')
    expect(await hall.find(id)).toBe(null)
    expect(await outcomeOf(hall.trash(id))).toBe('in_trash')
    expect(await outcomeOf(hall.update(id, { description: 'x' }))).toBe('in_trash')
    expect(await outcomeOf(hall.update(id, { status: 'trash' }))).toBe('in_trash')
    expect((await hall.delete(id)).status).toBe('trash')
    expect(await outcomeOf(hall.get(id))).toBe('not_found')
    expect(await outcomeOf(hall.restore(id))).toBe('not_found')
  })

  test('restores no record outside it', async () => {
    const hall = records(openCalendar())
    const { id } = await hall.create(named('Hall', { status: 'private' }))
    expect(await outcomeOf(hall.restore(id))).toBe('not_found')
    expect(await outcomeOf(hall.restore(99))).toBe('not_found')
    expect((await hall.get(id)).status).toBe('private')
  })

  test('restores a record once when two restores run concurrently', async () => {
    const hall = records(openCalendar())
    const { id } = await hall.create(named('Hall', { status: 'draft' }))
    await hall.trash(id)
    const outcomes = await Promise.all([outcomeOf(hall.restore(id)), outcomeOf(hall.restore(id))])
    expect(outcomes.sort()).toEqual(['done', 'not_found'])
    expect((await hall.get(id)).status).toBe('draft')
  })

  test('is listed only with the status trash', async () => {
    const hall = records(openCalendar())
    const { id } = await hall.create(named('Hall'))
    await hall.trash(id)
    const totals = await Promise.all([{}, { status: 'any' }, { status: 'trash' }].map(async (input) => (await hall.list(input)).total))
    expect(totals).toEqual([0, 0, 1])
  })
})

describe.each(kinds)('the deletion of $kind', ({ records, named }) => {
  test('is permanent, frees the slug, and returns the last state', async () => {
    const hall = records(openCalendar())
    const first = await hall.create(named('Hall'))
    expect(await hall.delete(first.id)).toEqual(first)
    expect(await outcomeOf(hall.delete(first.id))).toBe('not_found')
    const second = await hall.create(named('Hall'))
    expect(second).toMatchObject({ id: first.id + 1, slug: 'hall' })
    expect((await hall.delete('hall')).id).toBe(second.id)
  })
})

describe.each(kinds)('the status of $kind', ({ records, named }) => {
  test('is future until its date comes', async () => {
    const open = openCalendar()
    const hall = records(open)
    const { id, status, published, publishedUtc } = { ...(await hall.create(named('Hall', { published: '2026-06-02 08:00:00' }))) }
    expect({ status, published, publishedUtc }).toEqual({
      status: 'future',
      published: '2026-06-02 08:00:00',
      publishedUtc: '2026-06-02 06:00:00',
    })
    const listed = async (input: object): Promise<number> => (await hall.list(input)).total
    expect([await listed({}), await listed({ status: 'future' }), await listed({ status: 'any' })]).toEqual([0, 1, 1])
    open.clock.set('2026-06-02T05:59:59.999Z')
    expect((await hall.get(id)).status).toBe('future')
    open.clock.set('2026-06-02T06:00:00.000Z')
    expect((await hall.get(id)).status).toBe('publish')
    expect([await listed({}), await listed({ status: 'future' }), await listed({ status: 'any' })]).toEqual([1, 0, 1])
  })

  test('a draft with a later date stays a draft', async () => {
    const hall = records(openCalendar())
    expect((await hall.create(named('Hall', { published: '2027-01-01', status: 'draft' }))).status).toBe('draft')
  })
})

describe.each(kinds)('the check option for $kind', ({ records, named }) => {
  test('is called before any write, and stops the write by throwing', async () => {
    const open = openCalendar()
    const hall = records(open)
    const made = await hall.create(named('Hall'))
    const before = open.memory.snapshot()
    const seen: unknown[] = []
    const check = (current: PublishedView): void => {
      seen.push(current)
      throw new Error('stop')
    }
    for (const change of [
      () => hall.update(made.id, { description: 'x' }, { check }),
      () => hall.trash(made.id, { check }),
      () => hall.delete(made.id, { check }),
    ]) {
      await expect(change()).rejects.toThrow('stop')
    }
    expect(seen).toEqual([made, made, made])
    expect(open.memory.snapshot()).toEqual(before)
  })

  test('is not called for a record in the trash, except by a restore', async () => {
    const hall = records(openCalendar())
    const { id } = await hall.create(named('Hall'))
    await hall.trash(id)
    let checks = 0
    const check = (): void => void checks++
    expect(await outcomeOf(hall.update(id, { description: 'x' }, { check }))).toBe('in_trash')
    expect(checks).toBe(0)
    await hall.restore(id, { check })
    expect(checks).toBe(1)
  })
})

test('a thousand equal titles get consecutive numbers', async () => {
  const { calendar } = openCalendar()
  for (let i = 0; i < 1_000; i++) await calendar.venues.create({ name: 'Hall' })
  expect((await calendar.venues.create({ name: 'Hall' })).slug).toBe('hall-1001')
})
