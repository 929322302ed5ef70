import { expect } from 'vitest'
import { collect } from '../coverage.ts'
import { type CalendarPair, least, namesIn } from '../pair.ts'
import { everythingBut } from '../policies.ts'

const concert = least['events'] ?? {}

interface Named {
  readonly id: number
  readonly name: string
  readonly slug: string
}

async function termsOf(pair: CalendarPair, list: 'categories' | 'tags', given: unknown): Promise<readonly string[]> {
  const event = await pair.post('/events', { ...concert, [list]: given })
  return event[list].map(({ name }: Named) => name)
}

async function total(pair: CalendarPair, list: string): Promise<number> {
  return (await pair.get(`/${list}${list === 'categories' || list === 'tags' ? '?hide_empty=false' : '?status=any'}`)).total
}

/** Venues, organizers, categories and tags of events. */
export const linkCases = collect('links.test.ts', (covers) => {
  for (const list of ['categories', 'tags'] as const) {
    covers(
      `interface-2.1-${list} wire-4-terms wire-4-terms-digits wire-4-terms-unknown wire-3-terms`,
      `${list} of an event are accepted as ids, names, slugs and objects`,
      async (pair) => {
        const jazz = await pair.post(`/${list}`, { name: 'Jazz Night', slug: 'jazz' })
        const rock = await pair.post(`/${list}`, { name: 'Rock' })
        for (const given of [
          jazz.id,
          String(jazz.id),
          'jazz',
          'Jazz Night',
          'JAZZ night',
          { id: jazz.id },
          [jazz.id],
          ['jazz'],
          [{ id: jazz.id }],
          { ...jazz },
          { slug: 'jazz' },
          { name: 'jazz NIGHT' },
          [jazz.id, 'jazz', 'Jazz Night', { slug: 'jazz' }, { name: 'Jazz Night' }],
        ])
          expect(await termsOf(pair, list, given), JSON.stringify(given)).toEqual(['Jazz Night'])
        for (const given of [`${jazz.id},${rock.id}`, 'rock,jazz', 'Rock, Jazz Night', [rock.id, 'jazz'], [{ id: rock.id }, jazz.id]])
          expect(await termsOf(pair, list, given), JSON.stringify(given)).toEqual(['Jazz Night', 'Rock'])
        expect(await total(pair, list)).toBe(2)
        expect(await termsOf(pair, list, 'Blues,rock,1984')).toEqual(['1984', 'Blues', 'Rock'])
        expect(await total(pair, list)).toBe(4)
        expect(await termsOf(pair, list, [jazz.id, 1985, { name: String(jazz.id) }])).toEqual(
          ['Jazz Night', '1985', String(jazz.id)].sort(),
        )
        expect(await termsOf(pair, list, { name: String(jazz.id) })).toEqual([String(jazz.id)])
        for (const given of [{ id: 999 }, [jazz.id, { id: 999 }], { slug: 'none' }, { slug: 'Jazz Night' }, { slug: 'none', name: 'Rock' }])
          expect(await pair.problem('POST', '/events', { ...concert, [list]: given })).toBe(`400 invalid_input ${list}`)
        for (const given of [true, -1, 1.5, {}, [null], [''], [[]], 'a,,b', 'x'.repeat(201), Array(101).fill('a')])
          expect(await pair.problem('POST', '/events', { ...concert, [list]: given }), JSON.stringify(given).slice(0, 40)).toBe(
            `400 invalid_input ${list}`,
          )
      },
    )
    covers('wire-4-terms-replace', `an update replaces the ${list} of an event`, async (pair) => {
      const event = await pair.post('/events', { ...concert, [list]: 'a,b' })
      const changed = await pair.post(`/events/${event.id}`, { [list]: 'b,c' })
      expect(changed[list].map(({ name }: Named) => name)).toEqual(['b', 'c'])
      expect((await pair.post(`/events/${event.id}`, { title: 'x' }))[list]).toEqual(changed[list])
      for (const empty of [[], null, '']) expect((await pair.post(`/events/${event.id}`, { [list]: empty }))[list]).toEqual([])
    })
    covers('wire-2-delete-term', `deleting one of the ${list} returns it, and unlinks it from every event`, async (pair) => {
      const event = await pair.post('/events', { ...concert, [list]: 'a,b' })
      const [a] = event[list]
      const before = await pair.get(`/${list}/${a.id}`)
      expect(before.count).toBe(1)
      expect((await pair.send('DELETE', `/${list}/${a.id}`)).body).toEqual(before)
      expect(await pair.problem('GET', `/${list}/${a.id}`)).toBe('404 not_found')
      expect(await pair.problem('DELETE', `/${list}/${a.id}`)).toBe('404 not_found')
      expect((await pair.get(`/events/${event.id}`))[list].map(({ name }: Named) => name)).toEqual(['b'])
    })
    covers('wire-4-name-taken wire-2-name-taken', `names among ${list} are unique, whatever their case and accents`, async (pair) => {
      const made = await pair.post(`/${list}`, { name: 'Café' })
      const other = await pair.post(`/${list}`, { name: 'Bar' })
      for (const name of ['Café', 'cafe', ' CAFÉ ', 'Cafe\u0301']) {
        expect(await pair.problem('POST', `/${list}`, { name }), name).toBe('409 name_taken')
        expect(await pair.problem('PATCH', `/${list}/${other.id}`, { name }), name).toBe('409 name_taken')
      }
      expect((await pair.post(`/${list}/${made.id}`, { name: 'CAFÉ' })).name).toBe('CAFÉ')
      expect((await pair.post(`/${list}`, { name: 'Cafés', slug: 'cafe' })).slug).toBe('cafe-2')
    })
    covers(
      'wire-3-count wire-6-count',
      `count of ${list} is the number of published events that are not hidden, past ones included`,
      async (pair) => {
        for (const more of [
          {},
          { start_date: '2001-01-01', end_date: '2001-01-01' },
          { hide_from_listings: true },
          { status: 'draft' },
          { status: 'trash' },
          { date: '2026-12-01' },
        ])
          await pair.post('/events', { ...concert, ...more, [list]: 'counted' })
        const { [list]: found } = await pair.get(`/${list}`)
        expect(found.map(({ count }: { count: number }) => count)).toEqual([2])
      },
    )
  }
  covers(
    'interface-2.4-parent wire-4-parent wire-4-delete-category wire-6-count',
    'categories form a tree: a cycle is refused, and a deleted category leaves its children to its parent',
    async (pair) => {
      const make = (name: string, parent?: unknown): Promise<{ id: number; parent: number }> =>
        pair.post('/categories', { name, ...(parent !== undefined && { parent }) })
      const root = await make('Root')
      const child = await make('Child', root.id)
      const leaf = await make('Leaf', String(child.id))
      expect([root.parent, child.parent, leaf.parent]).toEqual([0, root.id, child.id])
      for (const parent of [999, -1, 'x', 1.5, [], true])
        expect(await pair.problem('POST', '/categories', { name: 'New', parent })).toBe('400 invalid_input parent')
      for (const parent of [root.id, child.id, leaf.id])
        expect(await pair.problem('PATCH', `/categories/${root.id}`, { parent })).toBe('400 invalid_input parent')
      const event = await pair.post('/events', { ...concert, categories: leaf.id })
      expect(event.categories[0].parent).toBe(child.id)
      expect((await pair.get(`/categories/${root.id}`)).count).toBe(0)
      expect((await pair.get(`/events?categories=${root.id}`)).total).toBe(1)
      await pair.send('DELETE', `/categories/${child.id}`)
      expect((await pair.get(`/categories/${leaf.id}`)).parent).toBe(root.id)
      for (const parent of [0, null, '']) expect((await pair.post(`/categories/${leaf.id}`, { parent })).parent).toBe(0)
      expect((await pair.get(`/events?categories=${root.id}`)).total).toBe(0)
    },
  )
  covers(
    'wire-6-ambiguous-name',
    'a name under several parents means the lowest id; a deletion that would give siblings the same name is refused',
    async (pair) => {
      const [a, b] = [await pair.post('/categories', { name: 'A' }), await pair.post('/categories', { name: 'B' })]
      const first = await pair.post('/categories', { name: 'Same', parent: a.id })
      const second = await pair.post('/categories', { name: 'Same', parent: b.id })
      const event = await pair.post('/events', { ...concert, categories: ['SAME'] })
      expect(event.categories.map(({ id }: Named) => id)).toEqual([first.id])
      await pair.send('DELETE', `/categories/${a.id}`)
      expect(await pair.problem('DELETE', `/categories/${b.id}`)).toBe('409 name_taken')
      expect((await pair.get(`/categories/${second.id}`)).parent).toBe(b.id)
    },
  )
  for (const { field, list, noun } of [
    { field: 'venue', list: 'venues', noun: 'venue' },
    { field: 'organizer', list: 'organizers', noun: 'organizer' },
  ]) {
    const idsOf = (event: Record<string, unknown>): readonly number[] => [event[field]].flat().map((record) => (record as Named).id)
    const link = async (pair: CalendarPair, given: unknown): Promise<readonly number[]> =>
      idsOf(await pair.post('/events', { ...concert, [field]: given }))
    covers(`interface-2.1-${field} interface-1-links wire-4-links`, `${field} of an event is accepted as ids and objects`, async (pair) => {
      const one = await pair.post(`/${list}`, { [noun]: 'One' })
      const two = await pair.post(`/${list}`, { [noun]: 'Two' })
      for (const given of [
        one.id,
        String(one.id),
        { id: one.id },
        { id: String(one.id) },
        [one.id],
        [{ id: one.id }],
        [one],
        one,
        [one.id, one.id],
      ])
        expect(await link(pair, given), JSON.stringify(given)).toEqual([one.id])
      for (const given of [`${two.id},${one.id}`, [two.id, one.id], [two, one], [{ id: two.id }, String(one.id)]])
        expect(await link(pair, given), JSON.stringify(given)).toEqual([two.id, one.id])
      for (const given of [[], null, '']) expect(await link(pair, given)).toEqual([])
      expect(await total(pair, list)).toBe(2)
      for (const given of [true, 'One', 1.5, -1, [null], [[]], { id: 'x' }, [''], Array(101).fill(one.id)])
        expect(await pair.problem('POST', '/events', { ...concert, [field]: given }), JSON.stringify(given).slice(0, 40)).toBe(
          `400 invalid_input ${field}`,
        )
    })
    covers(
      'wire-4-links wire-4-links-by-name',
      `an object with a new name creates the ${field}; one that fits an existing record of that name links it and changes nothing`,
      async (pair) => {
        const [id] = await link(pair, { [noun]: 'Brand New', phone: '12' })
        expect(await pair.get(`/${list}/${id}`)).toMatchObject({ [noun]: 'Brand New', phone: '12', slug: 'brand-new' })
        const before = await pair.get(`/${list}/${id}`)
        expect(await link(pair, { [noun]: 'BRAND new', phone: '12', description: 'Other' })).toEqual([id])
        expect(await link(pair, { id, [noun]: 'Renamed', phone: '99' })).toEqual([id])
        expect(await pair.get(`/${list}/${id}`)).toEqual(before)
        expect((await link(pair, [{ [noun]: 'A' }, { [noun]: 'B' }, id])).length).toBe(3)
        const [other] = await link(pair, { [noun]: 'BRAND new', phone: '99' })
        expect(await pair.get(`/${list}/${other}`)).toMatchObject({ [noun]: 'BRAND new', phone: '99', slug: 'brand-new-2' })
        expect(await link(pair, { [noun]: 'Brand new', website: 'https://a.example' })).toEqual([id])
        expect(await total(pair, list)).toBe(4)
      },
    )
    covers('wire-4-links-unknown wire-4-atomic', `unknown ${list} are refused, and nothing is written`, async (pair) => {
      for (const given of [
        99,
        '99',
        { id: 99 },
        [{ [noun]: 'New' }, 99],
        { [noun]: '' },
        {},
        { phone: '1' },
        { [noun]: 'N', website: 'x' },
      ])
        expect(
          await pair.problem('POST', '/events', { ...concert, tags: 'new', categories: ['new'], [field]: given }),
          JSON.stringify(given),
        ).toBe(`400 invalid_input ${field}`)
      for (const name of ['events', 'venues', 'organizers', 'categories', 'tags']) expect(await total(pair, name), name).toBe(0)
    })
    covers('wire-4-unlink', `trashed ${list} are unlinked until restored, deleted ones for good`, async (pair) => {
      const [a, b] = [await pair.post(`/${list}`, { [noun]: 'A' }), await pair.post(`/${list}`, { [noun]: 'B' })]
      const event = await pair.post('/events', { ...concert, [field]: [a.id, b.id] })
      const linked = async (): Promise<readonly number[]> => idsOf(await pair.get(`/events/${event.id}`))
      await pair.send('DELETE', `/${list}/${a.id}`)
      expect(await linked()).toEqual([b.id])
      await pair.send('PATCH', `/${list}/${a.id}`, { status: 'publish' })
      expect(await linked()).toEqual([a.id, b.id])
      await pair.send('DELETE', `/${list}/${a.id}?force=1`)
      expect(await linked()).toEqual([b.id])
      expect((await pair.get(`/events/${event.id}`)).title).toBe('Concert')
    })
  }
  covers(
    'wire-3-venue wire-3-organizer wire-3-image',
    'venue is [] without a venue, an object for one, an array for several; organizer is always an array',
    async (pair) => {
      const none = await pair.post('/events', concert)
      expect([none.venue, none.organizer, none.image]).toEqual([[], [], false])
      const one = await pair.post('/events', { ...concert, venue: { venue: 'V' }, organizer: { organizer: 'O' } })
      expect([one.venue.venue, one.organizer.length, one.organizer[0].organizer]).toEqual(['V', 1, 'O'])
      const two = await pair.post('/events', {
        ...concert,
        venue: [{ venue: 'W' }, { venue: 'V' }],
        organizer: [{ organizer: 'P' }, { organizer: 'O' }],
      })
      expect([two.venue.map((v: { venue: string }) => v.venue), two.organizer.map((o: { organizer: string }) => o.organizer)]).toEqual([
        ['W', 'V'],
        ['P', 'O'],
      ])
    },
  )
  covers('wire-1-ignored', 'an event with every field can be posted back, and does not change', async (pair) => {
    const event = await pair.post('/events', {
      ...concert,
      all_day: true,
      venue: [{ venue: 'V', image: 'https://example.org/v.png' }, { venue: 'W' }],
      organizer: [{ organizer: 'O' }],
      categories: ['a', 'b'],
      tags: 'c',
      cost: '€5 - €10',
      image: 4,
    })
    for (const method of ['PUT', 'PATCH', 'POST']) expect((await pair.send(method, `/events/${event.id}`, event)).body).toEqual(event)
    for (const list of ['venues', 'organizers']) {
      const { [list]: found } = await pair.get(`/${list}`)
      for (const record of found) expect(await pair.post(`/${list}/${record.id}`, record)).toEqual(record)
    }
    for (const list of ['categories', 'tags']) {
      const { [list]: found } = await pair.get(`/${list}`)
      for (const term of found) expect(await pair.post(`/${list}/${term.id}`, term)).toEqual(term)
    }
  })
  covers(
    'wire-6-unseen wire-4-links-unknown',
    'linked records that the caller cannot read are left out, cannot be linked, and stay linked when the event is posted back',
    async (pair) => {
      const asAll = { authorization: 'all' }
      const hidden = await pair.post('/venues', { venue: 'Secret', status: 'private' }, asAll)
      const open = await pair.post('/venues', { venue: 'Open' }, asAll)
      const parent = await pair.post('/events', { ...concert, title: 'Parent', status: 'private' }, asAll)
      const event = await pair.post('/events', { ...concert, venue: [hidden.id, open.id], post_parent: parent.id }, asAll)
      const seen = await pair.get(`/events/${event.id}`)
      expect([seen.venue.venue, seen.post_parent]).toEqual(['Open', 0])
      await pair.post(`/events/${event.id}`, { ...seen, title: 'Changed' })
      const full = await pair.get(`/events/${event.id}`, asAll)
      expect([namesIn({ venues: full.venue }), full.post_parent, full.title]).toEqual([['Secret', 'Open'], parent.id, 'Changed'])
      expect(await pair.problem('POST', '/events', { ...concert, venue: hidden.id })).toBe('400 invalid_input venue')
      expect((await pair.post('/events', { ...concert, venue: { venue: 'Secret' } })).venue.id).not.toBe(hidden.id)
    },
    { handler: everythingBut('private') },
  )
})
