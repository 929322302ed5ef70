import SwaggerParser from '@apidevtools/swagger-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { methodsOf } from '../src/route.ts'
import { routes } from '../src/routes/table.ts'
import { base, startCalendar } from './support.ts'

const { handler, request } = startCalendar({ languages: ['de', 'es', 'fr'] })
const document = handler.openapi()

describe('the document', () => {
  test.each(['', 'de', 'es', 'fr'])('passes two validators, language "%s"', async (language) => {
    // The validators change what they are given.
    const copy = (): never => JSON.parse(JSON.stringify(handler.openapi(language))) as never
    const first = await new Validator().validate(copy())
    expect(first.errors ?? 'none').toBe('none')
    await expect(SwaggerParser.validate(copy())).resolves.toBeDefined()
  })

  test('has every operation of the table, under its own name', () => {
    const paths = Object.entries(document['paths'] as Record<string, Record<string, { operationId: string }>>)
    const methods = ['get', 'post', 'put', 'patch', 'delete']
    const operations = paths.flatMap(([path, item]) => methods.filter((method) => method in item).map((method) => `${method} ${path}`))
    const table = routes.flatMap((route) => methodsOf(route).map((method) => `${method.toLowerCase()} ${base}${route.path}`))
    expect(operations.sort()).toEqual(table.sort())
    expect(operations).toHaveLength(52)
    const names = paths.flatMap(([, item]) => methods.flatMap((method) => item[method]?.operationId ?? []))
    expect(new Set(names).size).toBe(52)
  })

  test('describes everything that has a place for a description', () => {
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

  test('is what the doc route answers, in its language', async () => {
    expect((await request('GET', '/doc')).body).toEqual(document)
    const german = await request('GET', `http://localhost/de${base}/doc`)
    expect(german.body).toEqual(handler.openapi('de'))
    expect(german.body.servers).toEqual([{ url: 'http://localhost/de' }])
    expect(german.headers.get('content-language')).toBe('de')
  })

  test('names its addresses as they are configured', () => {
    const { handler: other } = startCalendar({ publicUrl: 'https://example.org/x/', basePath: '/wp-json', namespace: 'tribe/events/v1' })
    const { servers, paths, info } = other.openapi() as { servers: unknown; paths: object; info: { version: string } }
    expect(servers).toEqual([{ url: 'https://example.org/x/wp-json' }])
    expect(Object.keys(paths)).toContain('/tribe/events/v1/events/{id}')
    expect(info.version).toBe('v1')
  })

  test('a language that is not configured has none', () => {
    expect(() => handler.openapi('it')).toThrow(TypeError)
  })

  test('lists forms only where they are read', () => {
    const typesOf = (forms: boolean): readonly string[] => {
      const paths = startCalendar({ forms }).handler.openapi()['paths'] as Record<string, { post: { requestBody: { content: object } } }>
      return Object.keys(paths[`${base}/events`]?.post.requestBody.content ?? {})
    }
    expect(typesOf(false)).toEqual(['application/json'])
    expect(typesOf(true)).toContain('application/x-www-form-urlencoded')
  })
})
