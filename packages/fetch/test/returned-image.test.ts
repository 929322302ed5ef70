import { roles } from '@kalends/core'
import { describe, expect, test, vi } from 'vitest'
import type { HandlerOptions } from '../src/index.ts'
import { concert, startCalendar } from './support.ts'

const url = 'https://cdn.example/7.jpg'
const address = 'https://example.org/a.png'

/** Images as hosts may resolve them. */
const hosts: Readonly<Record<string, NonNullable<HandlerOptions['resolveImage']>>> = {
  'an address alone': () => ({ url }),
  'an address and the id': (image) => ({ url, ...(typeof image === 'number' && { id: image }), width: 640 }),
  'another id': () => ({ url, id: 99, alt: undefined }),
  'a path, which is no valid input': () => ({ url: '/media/7.jpg' }),
  nothing: () => null,
}

describe.each(Object.entries(hosts))('an image that the host resolves to %s', (name, resolveImage) => {
  test.each([7, address])('keeps its stored value if an update sends it back: %s', async (image) => {
    const { request, calendar } = startCalendar({ resolveImage })
    await request('POST', '/events', { ...concert, image, venue: { venue: 'Hall', image }, organizer: { organizer: 'Club', image } })
    for (const path of ['/events/1', '/events/by-slug/concert', '/venues/1', '/organizers/1'])
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const { body } = await request('GET', path)
        const { status, body: after } = await request(method, path, body)
        expect([path, status, after.image]).toEqual([path, 200, body.image])
      }
    const events = await calendar.events.get(1)
    expect([events.image, events.venues[0]?.image, events.organizers[0]?.image]).toEqual([image, image, image])
  })

  test('is replaced if an update sends another image', async () => {
    const { request, calendar } = startCalendar({ resolveImage })
    await request('POST', '/events', { ...concert, image: 7 })
    for (const [sent, stored] of [
      [{ id: 8, url }, 8],
      [{ url: 'https://cdn.example/8.jpg' }, 'https://cdn.example/8.jpg'],
      [url, url],
      [9, 9],
      [null, null],
      [7, 7],
      ['', null],
    ]) {
      await request('PATCH', '/events/1', { image: sent })
      expect((await calendar.events.get(1)).image).toBe(stored)
    }
    await request('PATCH', '/events/1', { image: 7 })
    await request('PATCH', '/events/1', { image: false })
    expect((await calendar.events.get(1)).image).toBe(name === 'nothing' ? 7 : null)
  })
})

test('an update that restores a record from the trash keeps its image', async () => {
  const { request, calendar } = startCalendar({ resolveImage: () => ({ url }) })
  await request('POST', '/events', { ...concert, image: 7 })
  const { body } = await request('DELETE', '/events/1')
  await request('PUT', '/events/1', { ...body, status: 'publish' })
  expect((await calendar.events.get(1)).image).toBe(7)
})

test('an update that sends an image back is validated and authorized like any other', async () => {
  const access = roles({ editors: ['staff'] })
  const authenticate = (asked: Request) => (asked.headers.has('authorization') ? { id: '1', roles: ['staff'] } : null)
  const { request, calendar } = startCalendar({ access, authenticate, resolveImage: () => ({ url }) })
  const reported = vi.fn()
  for (const change of ['event.created', 'event.updated'] as const) calendar.on(change, reported)
  const staff = { authorization: 'x' }
  await request('POST', '/events', { ...concert, image: 7 }, staff)
  const put = async (path: string, body: object, headers: Readonly<Record<string, string>>) => {
    const reply = await request('PUT', path, body, headers)
    return [reply.status, Object.keys(reply.body.data?.params ?? {})]
  }
  const same = { image: { url } }
  expect(await put('/events/1', same, {})).toEqual([401, []])
  expect(await put('/events/2', same, staff)).toEqual([404, []])
  expect(await put('/events/2', { image: { url: 'javascript:a' } }, staff)).toEqual([400, ['image']])
  expect(await put('/events/1', { ...same, title: '' }, staff)).toEqual([400, ['title']])
  expect(await put('/events/1', { image: { url: 'x' }, title: '' }, staff)).toEqual([400, ['title', 'image']])
  expect(await put('/events/1', same, { ...staff, 'if-match': '"other"' })).toEqual([412, []])
  expect(reported).toHaveBeenCalledTimes(1)
  expect(await put('/events/1', same, staff)).toEqual([200, []])
  expect(reported).toHaveBeenCalledTimes(1)
  expect(await put('/events/1', { ...same, description: 'New' }, staff)).toEqual([200, []])
  expect(reported).toHaveBeenCalledTimes(2)
  expect((await calendar.events.get(1)).image).toBe(7)
})
