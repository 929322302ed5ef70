import { describe, expect, test } from 'vitest'
import { startOn, twoStores, withFields } from './world.ts'

const level = { level: 'pro' }

describe.each(twoStores)('declared fields in responses, on $name', ({ open }) => {
  /** The values of each kind, and how a record of it is created. */
  const kinds = [
    ['events', withFields({ level: 'pro', seats: 40 }), { level: 'pro', seats: 40 }],
    ['venues', { venue: 'Hall', custom_fields: { wheelchair: true } }, { wheelchair: true }],
    ['organizers', { organizer: 'Club', custom_fields: { size: 12 } }, { size: 12 }],
    ['categories', { name: 'Sports', custom_fields: { color: 'red' } }, { color: 'red' }],
    ['tags', { name: 'free', custom_fields: { weight: -1.5 } }, { weight: -1.5 }],
  ] as const

  test.each(kinds)('every operation on %s returns them', async (list, input, values) => {
    const { store, close } = await open()
    const { request } = startOn(store)
    const created = await request('POST', `/${list}`, input)
    expect([created.status, created.body.custom_fields]).toEqual([201, values])
    const path = `/${list}/${created.body.id}`
    expect((await request('GET', path)).body.custom_fields).toEqual(values)
    const listed = await request('GET', `/${list}${list === 'categories' || list === 'tags' ? '?hide_empty=false' : ''}`)
    expect(listed.body[list][0].custom_fields).toEqual(values)
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const updated = await request(method, path, { description: method })
      expect([updated.status, updated.body.description, updated.body.custom_fields]).toEqual([200, method, values])
    }
    if (created.body.slug !== undefined && list !== 'categories' && list !== 'tags')
      expect((await request('GET', `/${list}/by-slug/${created.body.slug}`)).body.custom_fields).toEqual(values)
    expect((await request('DELETE', path)).body.custom_fields).toEqual(values)
    await close()
  })

  test('records without values have an empty object, and embedded terms none', async () => {
    const { store, close } = await open()
    const { request } = startOn(store)
    const { body } = await request(
      'POST',
      '/events',
      withFields(undefined, { categories: 'Sports', tags: 'free', venue: { venue: 'Hall' } }),
    )
    expect([body.custom_fields, body.venue.custom_fields]).toEqual([{}, { wheelchair: false }])
    expect(['custom_fields' in body.categories[0], 'custom_fields' in body.tags[0]]).toEqual([false, false])
    await close()
  })

  test('embedded venues and organizers have them', async () => {
    const { store, close } = await open()
    const { request } = startOn(store)
    const venue = { venue: 'Hall', custom_fields: { wheelchair: true, unknown: 1 } }
    const organizers = [
      { organizer: 'Club', custom_fields: { size: 3 } },
      { organizer: 'Choir', custom_fields: 'none' },
    ]
    const { body, status } = await request('POST', '/events', withFields(level, { venue, organizer: organizers }))
    expect([status, body.venue.custom_fields]).toEqual([201, { wheelchair: true }])
    expect(body.organizer.map((one: { custom_fields: object }) => one.custom_fields)).toEqual([{ size: 3 }, {}])
    await close()
  })

  test('occurrences have the values of their series, until they have their own', async () => {
    const { store, close } = await open()
    const { request } = startOn(store)
    const series = await request('POST', '/events', withFields(level, { recurrence: 'FREQ=DAILY;COUNT=3' }))
    expect(series.body.custom_fields).toEqual(level)
    const { body } = await request('GET', '/events')
    expect(body.events.map((event: { custom_fields: object }) => event.custom_fields)).toEqual([level, level, level])
    const own = await request('PATCH', `/events/${body.events[1].id}`, { custom_fields: { level: 'beginner' } })
    expect([own.body.custom_fields, own.body.recurrence.overridden]).toEqual([{ level: 'beginner' }, ['custom_fields']])
    const back = await request('PATCH', `/events/${body.events[1].id}`, { recurrence: { overridden: [] } })
    expect(back.body.custom_fields).toEqual(level)
    await close()
  })

  test('the names stand in the order of their declaration', async () => {
    const { store, close } = await open()
    const { request } = startOn(store)
    const { body } = await request('POST', '/events', withFields({ days: ['tu'], seats: 1, level: 'pro' }))
    expect(Object.keys(body.custom_fields)).toEqual(['level', 'seats', 'days'])
    await close()
  })

  test('the route for calendar components has them', async () => {
    const { store, close } = await open()
    const { request } = startOn(store)
    await request('POST', '/events', withFields(level))
    await request('POST', '/events', withFields({ level: 'beginner' }))
    const { body } = await request('GET', '/events/fullcalendar?start=2026-05-01&end=2026-07-01&custom_fields[level]=pro')
    expect(body.map((item: { extendedProps: { custom_fields: object } }) => item.extendedProps.custom_fields)).toEqual([level])
    await close()
  })
})
