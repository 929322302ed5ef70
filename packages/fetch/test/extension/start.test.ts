import { allowAll, createCalendar } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createHandler, defineRoute, type Extension, type ExtensionRoute, type RouteDefinition } from '../../src/index.ts'

type AnyRoute = RouteDefinition<string, Record<never, never>, undefined>

const route = (given: Partial<AnyRoute>): ExtensionRoute =>
  defineRoute({ method: 'GET', path: '/seats', summary: 'Seats', permission: 'public', handle: () => null, ...given })

const withoutPermission = (): ExtensionRoute => {
  const { permission: _, ...others }: AnyRoute = {
    method: 'GET',
    path: '/seats/{id}',
    summary: 'Seats',
    permission: 'public',
    handle: () => null,
  }
  // @ts-expect-error: the types refuse it, too
  return defineRoute(others)
}

const load = async () => new Map()

test.each<[string, readonly Extension[], string]>([
  [
    'a route without a permission',
    [{ name: 'seats', routes: [withoutPermission()] }],
    'the extension seats does not say in permission what GET /seats/{id} asks the access policy',
  ],
  [
    'a route of the interface',
    [{ name: 'seats', routes: [route({ path: '/events' })] }],
    'seats has the route GET /events, which exists already',
  ],
  ['the document', [{ name: 'seats', routes: [route({ path: '/doc' })] }], 'seats has the route GET /doc, which exists already'],
  [
    'a route of another extension',
    [
      { name: 'a', routes: [route({})] },
      { name: 'b', routes: [route({})] },
    ],
    'the extension b has the route GET /seats, which exists already',
  ],
  ['a path without a slash', [{ name: 'seats', routes: [route({ path: 'seats' })] }], 'has the route seats: a path begins with a slash'],
  ['a route of its own making', [{ name: 'seats', routes: [{ path: '/seats' }] }], 'must hold what defineRoute() returns'],
  ['two of one name', [{ name: 'a' }, { name: 'a' }], 'use has two extensions with the name a'],
  [
    'a member of the interface',
    [{ name: 'seats', members: { event: { schema: { title: {} }, load } } }],
    'the extension seats has the member title of event, which exists already',
  ],
  [
    'a member of another extension',
    [
      { name: 'a', members: { event: { schema: { seats: {} }, load } } },
      { name: 'b', members: { event: { schema: { seats: {} }, load } } },
    ],
    'the extension b has the member seats of event, which exists already',
  ],
  ...[{}, [], { action: 'updat', kind: 'event' }, { action: 'update', kind: 'evnt' }, { action: 'toString', kind: 'event' }].map(
    (permission): [string, readonly Extension[], string] => [
      `the permission ${JSON.stringify(permission)}`,
      [{ name: 'seats', routes: [route({ permission: permission as never })] }],
      'the extension seats does not say in permission what GET /seats asks the access policy',
    ],
  ),
  ...['/events/{id}', '/events'].map((hidden): [string, readonly Extension[], string] => {
    const path = hidden.replace(/[^/]+$/, '{slug}')
    return [
      `the route ${path}`,
      [{ name: 'seats', routes: [route({ path })] }],
      `has the route ${path}, which would take the requests of ${hidden}`,
    ]
  }),
  [
    'a route that none of its requests reaches',
    [{ name: 'polls', routes: [route({ path: '/polls/{slug}' }), route({ path: '/polls/open' })] }],
    'the extension polls has the route /polls/open, whose requests /polls/{slug} would take: put it before that one',
  ],
])('a handler does not start with %s', (_, use, message) => {
  const calendar = createCalendar({ store: memoryStore() })
  expect(() => createHandler(calendar, { access: allowAll(), use })).toThrow(message)
})

test.each(['/a/{name}', '/a/{id}/b/{slug}', '/{id}/{id}'])('the path %s is no path of a route', (path) => {
  expect(() => route({ path })).toThrow(`the path ${path} may have one parameter, {id} or {slug}`)
})

test('GET has no body', () => {
  expect(() =>
    defineRoute({ method: 'GET', path: '/seats', summary: '', permission: 'public', body: z.object({}), handle: () => null }),
  ).toThrow('GET /seats cannot have a body')
})

test('each route is another operation', () => {
  const paths = ['/a/b', '/a-b', '/ab', '/a/{id}', '/a.b/{slug}']
  const handler = createHandler(createCalendar({ store: memoryStore() }), {
    access: allowAll(),
    use: [{ name: 'a', routes: paths.map((path) => route({ path })) }],
  })
  const described = handler.openapi()['paths'] as Record<string, { readonly get?: { readonly operationId: string } }>
  const ids = Object.values(described).flatMap((item) => item.get?.operationId ?? [])
  expect(ids).toEqual(expect.arrayContaining(['getAB', 'getA_b', 'getAb', 'getAId']))
  expect(new Set(ids).size).toBe(ids.length)
})

test('a path of the interface can have further methods', () => {
  const calendar = createCalendar({ store: memoryStore() })
  const handler = createHandler(calendar, {
    access: allowAll(),
    use: [{ name: 'seats', routes: [route({ method: 'PUT', path: '/events' })] }],
  })
  expect(Object.keys((handler.openapi()['paths'] as Record<string, object>)['/calendar/events/v1/events'] ?? {})).toEqual(
    expect.arrayContaining(['get', 'post', 'put']),
  )
})

test.each([
  ['/polls/open', '/polls/{slug}'],
  ['/polls/{id}', '/polls/{slug}'],
  ['/events/seats', '/events/by-slug/{slug}/seats'],
])('routes can be special cases of later ones: %s, %s', async (...paths) => {
  const handler = createHandler(createCalendar({ store: memoryStore() }), {
    access: allowAll(),
    use: [{ name: 'a', routes: paths.map((path) => route({ path, handle: () => path })) }],
  })
  for (const path of paths) {
    const sent = path.replace('{id}', '7').replace('{slug}', 'x')
    expect(await (await handler(new Request(`http://localhost/calendar/events/v1${sent}`))).json()).toBe(path)
  }
})
