import { CalendarError, createCalendar, publicReadOnly } from '@kalends/core'
import { openCalendars } from '@kalends/core/tenants'
import { createHandler, type TenantOptions } from '@kalends/fetch'
import { formats } from '@kalends/fetch/formats'
import { secretParameters } from '@kalends/fetch/secret-parameters'
import { icalendar } from '@kalends/formats/icalendar'
import { memoryStore } from '@kalends/memory'
import { expect, test } from 'vitest'

const event = { title: 'Fair', startDate: '2031-07-01 10:00', endDate: '2031-07-01 18:00', timeZone: 'Europe/Berlin', status: 'publish' }

/** The handler of towns that have one event each. `broken` cannot be opened; `slow` is no town. */
function openTowns(options: Partial<TenantOptions> = {}) {
  const errors: string[] = []
  const calendars = openCalendars({
    open: async (town) => {
      if (town === 'broken') throw new Error('no such host')
      if (!['north', 'south'].includes(town)) throw new CalendarError('not_found', {})
      const calendar = createCalendar({ store: memoryStore() })
      await calendar.events.create({ ...event, title: `Fair of ${town}`, status: 'publish' })
      return { calendar }
    },
  })
  const handler = createHandler(calendars, {
    access: publicReadOnly(),
    tenant: (request) => new URL(request.url).hostname.split('.').at(-3),
    publicUrl: (town) => `https://${town}.example.org`,
    onError: (error, request) => void errors.push(`${request.url} ${String(error)}`),
    ...options,
  })
  return { calendars, errors, handler }
}

const path = '/calendar/events/v1/events/by-slug/fair-of-'
const get = (town: string, rest = `${path}${town}`): Request => new Request(`https://${town}.example.org${rest}`)

test('each tenant has its own records, links and domains of uids', async () => {
  const { handler } = openTowns({ use: [formats([icalendar()])] })
  for (const town of ['north', 'south', 'north']) {
    const response = await handler(get(town))
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      title: `Fair of ${town}`,
      rest_url: `https://${town}.example.org/calendar/events/v1/events/1`,
    })
    expect(await (await handler(get(town, '/calendar/events/v1/events.ics?window=all'))).text()).toContain(
      `UID:event-1@${town}.example.org`,
    )
  }
  expect((await handler(get('north', `${path}south`))).status).toBe(404)
})

test('options of a tenant can be one for all', async () => {
  const { handler } = openTowns({ publicUrl: 'https://towns.example', basePath: (town) => `/${town}`, uidDomain: 'uids.example' })
  const response = await handler(get('north', `/north${path}north`))
  expect(await response.json()).toMatchObject({ rest_url: 'https://towns.example/north/calendar/events/v1/events/1' })
  expect((await handler(get('south', `/north${path}north`))).status).toBe(404)
})

test('what has no tenant is not found, and what cannot be opened is unavailable', async () => {
  const { handler, errors } = openTowns({ use: [secretParameters(['key'])] })
  const answers: unknown[] = []
  for (const request of [new Request('https://example.org/'), get('east'), get('broken', '/?key=secret&page=1')]) {
    const response = await handler(request)
    answers.push([response.status, response.headers.get('Retry-After'), (await response.json()).code])
  }
  expect(answers).toEqual([
    [404, null, 'not_found'],
    [404, null, 'not_found'],
    [503, '5', 'unavailable'],
  ])
  expect(errors).toEqual(['https://broken.example.org/?page=1 CalendarError: The calendar of the tenant "broken" cannot be opened.'])
  expect((await handler(get('north'))).status).toBe(200)
})

test('tryHandle leaves what has no tenant or no route to the host', async () => {
  const { handler } = openTowns()
  expect(await handler.tryHandle(get('east'))).toBeUndefined()
  expect(await handler.tryHandle(get('north', '/about'))).toBeUndefined()
  expect((await handler.tryHandle(get('north')))?.status).toBe(200)
  expect((await handler.tryHandle(get('broken')))?.status).toBe(503)
})

test('a failing tenant function is a failure of the host', async () => {
  const { handler, errors } = openTowns({
    tenant: () => {
      throw new Error('of the host')
    },
  })
  expect((await handler(get('north'))).status).toBe(500)
  expect(errors).toEqual([expect.stringContaining('of the host')])
})

test.each<[string, object]>([
  ['without tenant', { access: publicReadOnly() }],
  ['without access', { tenant: () => 'a' }],
  ['with a misspelt option', { access: publicReadOnly(), tenant: () => 'a', publicURL: 'https://example.org' }],
])('calendars %s are refused', (_, options) => {
  const { calendars } = openTowns()
  expect(() => createHandler(calendars, options as TenantOptions)).toThrow(TypeError)
})

test('one calendar has no tenants', () => {
  const calendar = createCalendar({ store: memoryStore() })
  const options = { access: publicReadOnly(), tenant: () => 'a' }
  expect(() => createHandler(calendar, options as never)).toThrow('tenant is for the calendars of openCalendars')
})
