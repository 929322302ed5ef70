import SwaggerParser from '@apidevtools/swagger-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { forms } from '../src/forms.ts'
import type { Extension } from '../src/index.ts'
import { methodsOf } from '../src/routing/route.ts'
import { languages } from './languages.ts'
import { base, least, startCalendar, tableOf } from './support.ts'

const routes = tableOf()

interface Body {
  readonly content: { readonly 'application/json': { readonly example?: object } }
}

const { handler, request } = startCalendar({ languages })
const document = handler.openapi()

describe('the OpenAPI document', () => {
  test.each(['', 'de', 'es', 'fr'])('in the language "%s" is valid for two validators', async (language) => {
    // The validators modify their input.
    const copy = (): never => JSON.parse(JSON.stringify(handler.openapi(language))) as never
    const first = await new Validator().validate(copy())
    expect(first.errors ?? 'none').toBe('none')
    await expect(SwaggerParser.validate(copy())).resolves.toBeDefined()
  })

  test('has every operation of the route table, each with its own operationId', () => {
    const paths = Object.entries(document['paths'] as Record<string, Record<string, { operationId: string }>>)
    const methods = ['get', 'post', 'put', 'patch', 'delete']
    const operations = paths.flatMap(([path, item]) => methods.filter((method) => method in item).map((method) => `${method} ${path}`))
    const table = routes.flatMap((route) => methodsOf(route).map((method) => `${method.toLowerCase()} ${base}${route.path}`))
    expect(operations.sort()).toEqual(table.sort())
    expect(operations).toHaveLength(67)
    const names = paths.flatMap(([, item]) => methods.flatMap((method) => item[method]?.operationId ?? []))
    expect(new Set(names).size).toBe(67)
  })

  test.each([
    ['/', true],
    ['/events', true],
    ['/tags', true],
    ['/events/{id}', true],
    ['/events/fullcalendar', false],
    ['/events/counts', false],
    ['/doc', false],
  ])('has a 404 response for GET %s: %s', (path, isPossible) => {
    const paths = document['paths'] as Record<string, { get: { responses: object } }>
    expect(Object.hasOwn(paths[base + (path === '/' ? '' : path)]?.get.responses ?? {}, '404')).toBe(isPossible)
  })

  test('has a description for every property', () => {
    const bare: string[] = []
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return
      for (const [key, member] of Object.entries(value)) {
        if (key === 'properties') {
          for (const [name, property] of Object.entries(member as Record<string, { description?: string }>)) {
            if (!property.description && !path.includes('/anyOf') && !path.includes('/allOf')) bare.push(`${path}/${name}`)
          }
        }
        visit(member, `${path}/${key}`)
      }
    }
    visit(document, '')
    expect(bare).toEqual([])
  })

  test('is the response of /doc, in its language', async () => {
    expect((await request('GET', '/doc')).body).toEqual(document)
    const german = await request('GET', `http://localhost/de${base}/doc`)
    expect(german.body).toEqual(handler.openapi('de'))
    expect(german.body.servers).toEqual([{ url: 'http://localhost/de' }])
    expect(german.headers.get('content-language')).toBe('de')
  })

  test('has the configured server URL, paths and version', () => {
    const { handler: other } = startCalendar({ publicUrl: 'https://example.org/x/', basePath: '/wp-json', namespace: 'tribe/events/v1' })
    const { servers, paths, info } = other.openapi() as { servers: unknown; paths: object; info: { version: string } }
    expect(servers).toEqual([{ url: 'https://example.org/x/wp-json' }])
    expect(Object.keys(paths)).toContain('/tribe/events/v1/events/{id}')
    expect(info.version).toBe('v1')
  })

  test('does not exist for a language that is not configured', () => {
    expect(() => handler.openapi('xx')).toThrow(TypeError)
  })

  test('has an example for each request body, which the handler accepts', async () => {
    const operations = Object.entries(document['paths'] as Record<string, Record<string, { requestBody?: Body }>>).flatMap(([path, item]) =>
      ['post', 'put', 'patch'].map((method) => [method, path, item[method]?.requestBody] as const),
    )
    const bodies = operations.filter(([, , body]) => body !== undefined)
    expect(bodies).toHaveLength(29)
    for (const [method, path, body] of bodies) {
      const { request: send } = startCalendar({})
      const isNew = method === 'post' && !path.includes('{')
      const example = body?.content['application/json'].example
      const collection = path.slice(base.length).split('/')[1] ?? ''
      const first = await send('POST', `/${collection}`, least[collection as keyof typeof least])
      const place = path.slice(base.length).replace('{id}', first.body.id).replace('{slug}', first.body.slug)
      const answer = await send(method.toUpperCase(), place, example)
      expect([method, path, answer.status, answer.body.data]).toEqual([method, path, isNew ? 201 : 200, undefined])
    }
  })

  test('has no defaults in request bodies, because generators would make the members required', () => {
    const schemas = (document['components'] as { schemas: Record<string, { properties?: Record<string, object> }> }).schemas
    const bodies = Object.entries(schemas).filter(([name]) => /(?:Input|Patch)$/.test(name))
    expect(bodies).toHaveLength(10)
    for (const [, { properties = {} }] of bodies)
      for (const member of Object.values(properties)) expect(member).not.toHaveProperty('default')
    expect(schemas['EventPatch']?.properties?.['all_day']).toMatchObject({ description: expect.stringContaining('false') })
  })

  test('has no schema whose name hides a global of JavaScript', () => {
    const { schemas, responses } = document['components'] as Record<'schemas' | 'responses', object>
    for (const name of [...Object.keys(schemas), ...Object.keys(responses)]) expect(name).not.toBe('Error')
  })

  test('has the securitySchemes of the option', () => {
    const { handler: plain } = startCalendar({})
    expect(plain.openapi()).toMatchObject({ security: [] })
    const bearer = { type: 'http', scheme: 'bearer' } as const
    const signed = startCalendar({ securitySchemes: { bearer } }).handler.openapi()
    expect(signed).toMatchObject({ security: [{}, { bearer: [] }], components: { securitySchemes: { bearer } } })
    expect(() => startCalendar({ securitySchemes: { bearer: { scheme: 'bearer' } } })).toThrow('securitySchemes.bearer must have a type')
    expect(() => startCalendar({ securitySchemes: { 'a b': bearer } })).toThrow('a name in securitySchemes')
  })

  test('lists form content types only with forms()', () => {
    const typesOf = (use: readonly Extension[]): readonly string[] => {
      const paths = startCalendar({ use }).handler.openapi()['paths'] as Record<string, { post: { requestBody: { content: object } } }>
      return Object.keys(paths[`${base}/events`]?.post.requestBody.content ?? {})
    }
    expect(typesOf([])).toEqual(['application/json'])
    expect(typesOf([forms()])).toContain('application/x-www-form-urlencoded')
  })
})
