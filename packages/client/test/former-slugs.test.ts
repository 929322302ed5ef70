import { createServer } from 'node:http'
import { toNodeListener } from '@kalends/fetch/node'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../src/index.ts'
import { clientOver, serveCalendar } from './open-client.ts'

const outcome = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: { readonly code?: string }) => error.code,
  )

test('a record is read by its former slug over a handler, which follows no redirects itself', async () => {
  const { calendar, handler } = serveCalendar()
  await calendar.venues.create({ name: 'Hall' })
  await calendar.venues.update(1, { slug: 'дом $& культуры' })
  const asked: string[] = []
  const client = clientOver(
    (request) => {
      asked.push(`${request.url.split('/').at(-1)} ${request.headers.get('authorization')}`)
      return handler(request)
    },
    { headers: { authorization: 'Bearer secret' } },
  )
  expect(await client.venues.get('hall')).toEqual(await calendar.venues.get(1))
  expect(asked).toEqual(['hall? Bearer secret', `${encodeURIComponent('дом-культуры')} Bearer secret`])
  expect(await outcome(client.venues.update('hall', { name: 'x' }))).toBe('not_found')
})

test('histories, reverts and explanations take present slugs alone, as in process', async () => {
  const { calendar, handler } = serveCalendar()
  const client = clientOver(handler)
  const evening = { startDate: '2031-06-20 19:30', endDate: '2031-06-20 21:00' }
  await calendar.events.create({ title: 'Ｃhoir', slug: 'ｃhoir', ...evening })
  await calendar.events.update('choir', { title: 'Singers' })
  const outcomes = (slug: string) =>
    Promise.all(
      [calendar, client].map(({ events }) =>
        Promise.all([
          outcome(events.history(slug)),
          outcome(events.explain(slug)),
          outcome(events.revert(slug, { to: 1 }).then(() => events.revert(slug, { to: 2 }))),
        ]),
      ),
    )
  for (const slug of ['choir', 'ｃhoir']) expect(await outcomes(slug)).toEqual([Array(3).fill('done'), Array(3).fill('done')])
  await calendar.events.update(1, { slug: 'singers' })
  const { version } = await calendar.events.get(1)
  for (const slug of ['choir', 'nothing']) expect(await outcomes(slug)).toEqual([Array(3).fill('not_found'), Array(3).fill('not_found')])
  expect((await calendar.events.get(1)).version).toBe(version)
})

test('a redirect to another service is an error over a function', async () => {
  const client = clientOver(async () => new Response(null, { status: 301, headers: { location: 'https://other.example/' } }))
  expect(await outcome(client.venues.get('hall'))).toBe('internal')
})

test('a record is read by its former slug over HTTP', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const publicUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const { calendar, handler } = serveCalendar(undefined, { publicUrl })
  server.on('request', toNodeListener(handler))
  await calendar.venues.create({ name: 'Hall' })
  await calendar.venues.update(1, { slug: 'palace' })
  const client = createClient({ baseUrl: `${publicUrl}/calendar/events/v1` })
  expect(await client.venues.get('hall')).toMatchObject({ id: 1, slug: 'palace' })
  expect((await client.venues.find('hall'))?.slug).toBe('palace')
})
