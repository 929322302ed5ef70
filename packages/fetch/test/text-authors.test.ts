import { createCalendar, roles } from '@kalends/core'
import { afterEach, describe, expect, test } from 'vitest'
import { createHandler } from '../src/index.ts'
import { stores } from './stores.ts'
import { concert, toReply, toRequest } from './support.ts'

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
    const calendar = createCalendar({ store: opened.store, authorIds: 'text' })
    const handler = createHandler(calendar, { access: roles({ authorSetters: ['author'] }), authenticate: actorOf })
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
    for (const author of [7, 'a b', 'a,b', null])
      expect((await ask('POST', '/events', { ...concert, author }, 'anna')).body.data.params).toHaveProperty('author')
    for (const query of ['author=', 'author=a%20b', 'author=a%20b&orderby=mood', 'author=a%20b&geoloc_lat=1'])
      expect((await ask('GET', `/events?${query}`)).body.data.params).toHaveProperty('author')
    const { body } = await ask('POST', '/events', { ...concert, venue: { venue: 'Hall', author: 7 } }, 'anna')
    expect(body.data.params).toEqual({ venue: 'author must be a text of 1 to 255 visible characters without a comma' })
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
