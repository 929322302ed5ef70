import { allowAll, createCalendar, roles } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { createHandler } from '../src/index.ts'
import { stores } from './stores.ts'
import { concert, now, toReply, toRequest } from './support.ts'

const actorOf = (request: Request) => {
  const id = request.headers.get('authorization')
  return id === null ? null : { id, roles: ['author'] }
}

describe.each(stores)("author ids with authorIds: 'text', on $name", ({ open }) => {
  let close = async (): Promise<unknown> => undefined
  afterEach(() => close())

  async function start() {
    const opened = await open()
    close = opened.close
    const calendar = createCalendar({ store: opened.store })
    const handler = createHandler(calendar, { access: roles({ authorSetters: ['author'] }), authenticate: actorOf, authorIds: 'text' })
    return async (method: string, path: string, body?: unknown, author?: string) =>
      toReply(await handler(toRequest(method, path, body, author === undefined ? {} : { authorization: author })))
  }

  test('are stored, returned and filtered case-sensitively', async () => {
    const ask = await start()
    for (const [i, author] of ['anna', 'Anna', 'auth0|7'].entries())
      expect((await ask('POST', '/events', { ...concert, venue: { venue: `Hall ${i}` } }, author)).body).toMatchObject({
        author,
        venue: { author },
      })
    const found = async (query: string): Promise<unknown> => {
      const { body } = await ask('GET', `/events?start_date=2000-01-01&${query}`)
      return body.events?.map(({ author }: { author: unknown }) => author)
    }
    expect(await found('author=anna')).toEqual(['anna'])
    expect(await found('author=anna,auth0%7C7')).toEqual(['anna', 'auth0|7'])
    expect(await found('author=Anna&author=auth0%7C7')).toEqual(['Anna', 'auth0|7'])
    expect(await found('author[]=Anna')).toEqual(['Anna'])
    expect(await found('author=nobody')).toEqual([])
    expect((await ask('GET', '/venues?author=Anna')).body.total).toBe(1)
  })

  test('filter lists that are read page by page with after_id', async () => {
    const ask = await start()
    const ids: number[] = []
    for (const author of ['anna', 'Anna', 'anna', 'anna', 'zoe', 'anna'])
      ids.push((await ask('POST', '/events', { ...concert, status: 'draft' }, author)).body.id)
    const readPages = async (author: string, query: string): Promise<readonly number[]> => {
      const found: number[] = []
      for (let after = 0; ; ) {
        const { body } = await ask(
          'GET',
          `/events?status=any&start_date=2000-01-01&orderby=id&order=asc&per_page=2&after_id=${after}${query}`,
          undefined,
          author,
        )
        const page = body.events.map(({ id }: { id: number }) => id)
        found.push(...page)
        if (body.total_pages <= 1) return found
        after = page.at(-1)
      }
    }
    const [first, second, third, fourth, , last] = ids
    expect(await readPages('anna', '&author=anna,Anna')).toEqual([first, third, fourth, last])
    expect(await readPages('Anna', '')).toEqual([second])
  })

  test('decide who gets the id of the record that has a uid, and who finds it by uid', async () => {
    const ask = await start()
    const { body } = await ask('POST', '/events', { ...concert, status: 'draft', uid: 'a' }, 'anna')
    expect((await ask('POST', '/events', { ...concert, uid: 'a' }, 'anna')).body.data).toEqual({ status: 409, id: body.id })
    expect((await ask('POST', '/events', { ...concert, uid: 'a' }, 'Anna')).body.data).toEqual({ status: 409 })
    expect((await ask('GET', '/events?status=any&uid=a', undefined, 'anna')).body.events).toMatchObject([{ author: 'anna', uid: 'a' }])
    expect((await ask('GET', '/events?status=any&uid=a', undefined, 'Anna')).body.events).toEqual([])
    const generated = `event-${body.id}@localhost`
    await ask('PATCH', `/events/${body.id}`, { uid: '' }, 'anna')
    expect((await ask('GET', `/events?status=any&uid=${generated}`, undefined, 'anna')).body.events).toMatchObject([{ uid: generated }])
    expect((await ask('GET', `/events?status=any&uid=${generated}`, undefined, 'Anna')).body.events).toEqual([])
  })

  test('decide who may change a record', async () => {
    const ask = await start()
    const { body } = await ask('POST', '/events', concert, 'anna')
    expect((await ask('PATCH', `/events/${body.id}`, { title: 'A' }, 'Anna')).status).toBe(403)
    expect((await ask('PATCH', `/events/${body.id}`, { title: 'A' }, 'anna')).status).toBe(200)
    expect((await ask('PATCH', `/events/${body.id}`, { author: '' }, 'anna')).body.author).toBe('')
  })

  test('are refused if they are invalid', async () => {
    const ask = await start()
    for (const author of [-1, 'a b', 'a,b', null, true])
      expect((await ask('POST', '/events', { ...concert, author }, 'anna')).body.data.params).toHaveProperty('author')
    for (const query of ['author=', 'author=a%20b', 'author=a%20b&orderby=mood', 'author=a%20b&geoloc_lat=1'])
      expect((await ask('GET', `/events?${query}`)).body.data.params).toHaveProperty('author')
    const { body } = await ask('POST', '/events', { ...concert, venue: { venue: 'Hall', author: 'a b' } }, 'anna')
    expect(body.data.params).toEqual({ venue: 'author must be a text of at most 255 visible characters without a comma' })
  })

  test('are strings in the OpenAPI document and the root route', async () => {
    const ask = await start()
    const { paths, components } = (await ask('GET', '/doc')).body
    const { Event, EventInput, Venue } = components.schemas
    for (const { properties } of [Event, EventInput, Venue]) expect(properties.author).toMatchObject({ type: 'string', maxLength: 255 })
    const list = paths['/calendar/events/v1/events'].get.parameters.find(({ name }: { name: string }) => name === 'author')
    expect(list.schema).toMatchObject({ type: 'array', items: { type: 'string' } })
    const { routes } = (await ask('GET', '/')).body
    const [get, post] = routes['/calendar/events/v1/events'].endpoints
    expect(get.args.author).toMatchObject({ type: 'array', items: { type: 'string' } })
    expect(post.args.author).toMatchObject({ type: 'string' })
  })
})

/** A calendar with two handlers: one with each type of ids. */
function startBoth() {
  const calendar = createCalendar({ store: memoryStore(), clock: fixedClock(now) })
  const options = { access: allowAll() }
  const handlers = { integer: createHandler(calendar, options), text: createHandler(calendar, { ...options, authorIds: 'text' }) }
  const ask = async (type: 'integer' | 'text', method: string, path: string, body?: unknown) =>
    toReply(await handlers[type](toRequest(method, path, body)))
  return { calendar, ask }
}

const lists = { events: concert, venues: { venue: 'Hall' }, organizers: { organizer: 'Club' } }

describe.each(Object.entries(lists))('the authors of %s', (list, least) => {
  test.each([
    ['', 0],
    ['7', 7],
    ['9007199254740991', 9_007_199_254_740_991],
    // Texts that `Number` reads, and integers that it rounds.
    ['anna', 0],
    ['07', 0],
    ['0x7', 0],
    ['1e3', 0],
    ['-1', 0],
    ['1.5', 0],
    ['Infinity', 0],
    ['9007199254740993', 0],
  ])('"%s" is %d as an integer, and itself as a text', async (authorId, integer) => {
    const { ask } = startBoth()
    const { body } = await ask('text', 'POST', `/${list}`, { ...least, author: authorId })
    for (const [type, author] of [['integer', integer] as const, ['text', authorId] as const]) {
      expect((await ask(type, 'GET', `/${list}/${body.id}`)).body.author).toBe(author)
      expect((await ask(type, 'GET', `/${list}?status=any`)).body[list][0].author).toBe(author)
    }
  })

  test('stay when a record is sent back, under either option, and are replaced by others', async () => {
    const { calendar, ask } = startBoth()
    const { body } = await ask('text', 'POST', `/${list}`, { ...least, author: 'anna' })
    const path = `/${list}/${body.id}`
    const stored = async () => Reflect.get(await calendar[list as 'events'].get(body.id), 'authorId')
    for (const type of ['integer', 'text'] as const)
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const { body: record } = await ask(type, 'GET', path)
        for (const change of [record, { ...record, description: `${type} ${method}` }]) {
          const reply = await ask(type, method, path, change)
          expect([reply.status, reply.body.author]).toEqual([200, record.author])
          expect(await stored()).toBe('anna')
        }
        expect((await calendar[list as 'events'].get(body.id)).description).toContain(`${type} ${method}`)
      }
    await ask('integer', 'PATCH', path, { author: 8 })
    expect(await stored()).toBe('8')
    // An integer author can be removed.
    await ask('integer', 'PATCH', path, { author: 0 })
    expect(await stored()).toBe('')
  })

  test('are written by the same body under either option', async () => {
    const { calendar, ask } = startBoth()
    for (const [author, expected] of [
      [7, '7'],
      ['7', '7'],
      [0, ''],
      ['0', ''],
    ] as const)
      for (const type of ['integer', 'text'] as const) {
        const { body } = await ask(type, 'POST', `/${list}`, { ...least, author })
        expect(Reflect.get(await calendar[list as 'events'].get(body.id), 'authorId')).toBe(expected)
      }
  })

  test('are filtered by integers, or by texts', async () => {
    const { ask } = startBoth()
    for (const author of ['', '7', 'anna', '8']) await ask('text', 'POST', `/${list}`, { ...least, author })
    const found = async (type: 'integer' | 'text', query: string): Promise<unknown> => {
      const { status, body } = await ask(type, 'GET', `/${list}?${query}&order=asc&orderby=id`)
      return status === 200 ? body[list].map(({ author }: { author: unknown }) => author) : body.data.params.author
    }
    expect(await found('integer', 'author=0')).toEqual([0])
    expect(await found('integer', 'author=7,%208&author=007')).toEqual([7, 8])
    expect(await found('integer', 'author[]=0&author[]=7')).toEqual([0, 7])
    expect(await found('integer', 'author=9007199254740993')).toEqual([])
    for (const query of ['author=anna', 'author=7,anna', 'author=1.5', 'author=1,,2', 'author=anna&status=any'])
      expect(await found('integer', query)).toBe('must be an integer of 0 or more')
    expect(await found('text', 'author=0')).toEqual([''])
    expect(await found('text', 'author=7,anna')).toEqual(['7', 'anna'])
    expect(await found('text', 'author=007')).toEqual([])
  })
})

test('an invalid integer is named at its place, together with the other issues', async () => {
  const { ask } = startBoth()
  const issuesOf = async (method: string, path: string, body?: unknown) =>
    (await ask('integer', method, path, body)).body.data.issues.map(({ path: at, code }: { path: string; code: string }) => `${at} ${code}`)
  expect(await issuesOf('GET', '/events?author=7,x')).toEqual(['author[1] not_an_integer'])
  expect(await issuesOf('GET', '/venues?author=x&page=0')).toEqual(['page not_an_integer', 'author[0] not_an_integer'])
  expect(await issuesOf('POST', '/events', { ...concert, title: '', author: 'x', venue: { venue: 'A', author: 'x' } })).toEqual([
    'title empty',
    'author not_an_integer',
    'venue[0].author not_an_integer',
  ])
})

test('an unknown type is refused', () => {
  // A host without types.
  const authorIds = 'uuid' as 'text'
  const start = () => createHandler(createCalendar({ store: memoryStore() }), { access: allowAll(), authorIds })
  expect(start).toThrow("authorIds must be 'integer' or 'text', not uuid")
})
