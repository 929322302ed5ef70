import { theEventsCalendar } from '@kalends/the-events-calendar'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { JsonObject } from '../../src/index.ts'
import { isObject } from '../../src/json.ts'
import { startCalendar } from '../support.ts'
import { fields, startWithFields } from './world.ts'

/** The value at a path in a document. */
const at = (document: JsonObject, path: string): unknown =>
  path.split('.').reduce<unknown>((found, name) => (isObject(found) ? found[name] : undefined), document)

const propertiesOf = (document: JsonObject, schema: string): unknown =>
  at(document, `components.schemas.${schema}.properties.custom_fields.properties`)

/** The names of the filters by fields that a list has. */
function filtersOf(document: JsonObject, path: string): readonly string[] {
  const paths = document['paths']
  const item = isObject(paths) ? paths[`/calendar/events/v1${path}`] : undefined
  const operation = isObject(item) ? item['get'] : undefined
  const parameters: readonly { name: string }[] = isObject(operation) ? (operation['parameters'] as never) : []
  return parameters.map(({ name }) => name).filter((name) => name.includes('['))
}

const anonymous = 'level seats indoors days room doors'.split(' ')

describe('the OpenAPI document', () => {
  test('describes values, inputs and filters', () => {
    const document = startWithFields().handler.openapi()
    expect(Object.keys(Object(propertiesOf(document, 'Event')))).toEqual(anonymous)
    expect(propertiesOf(document, 'Event')).toMatchObject({
      level: { type: 'string', enum: ['beginner', 'pro'], description: 'For whom it is' },
      seats: { type: 'integer', minimum: 0 },
      doors: { type: 'object', properties: { from: { type: 'string' } } },
    })
    expect(propertiesOf(document, 'EventInput')).toMatchObject({ level: { anyOf: [{ enum: ['beginner', 'pro'] }, { type: 'null' }] } })
    expect(propertiesOf(document, 'Venue')).toEqual({ wheelchair: { type: 'boolean' } })
    expect(JSON.stringify(document)).not.toMatch(/"\$(?:schema|id)"/)
    expect(filtersOf(document, '/events')).toEqual([
      'custom_fields[level]',
      'custom_fields[seats]',
      'custom_fields[seats][gte]',
      'custom_fields[seats][lte]',
      ...['indoors', 'days', 'room', 'room][gte', 'room][lte'].map((name) => `custom_fields[${name}]`),
    ])
    expect(filtersOf(document, '/events/fullcalendar')).toEqual(filtersOf(document, '/events'))
    expect(filtersOf(document, '/events/{id}')).toEqual([])
    for (const [list, name] of Object.entries({ venues: 'wheelchair', categories: 'color' }))
      expect(filtersOf(document, `/${list}`)).toEqual([`custom_fields[${name}]`])
  })

  test('requires required fields in the body of a new record alone', () => {
    const document = startCalendar(
      {},
      { fields: { venue: { area: { schema: z.number() }, note: { schema: z.string().default('') } } } },
    ).handler.openapi()
    expect(at(document, 'components.schemas.VenueInput.required')).toEqual(['venue', 'custom_fields'])
    expect(at(document, 'components.schemas.VenueInput.properties.custom_fields')).toMatchObject({
      required: ['area'],
      properties: { area: { type: 'number' }, note: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    })
    expect(at(document, 'components.schemas.VenuePatch.required')).toBeUndefined()
    expect(at(document, 'components.schemas.VenuePatch.properties.custom_fields')).not.toHaveProperty('required')
    expect(JSON.stringify(document)).not.toContain('"example"')
  })

  const standard = (more: object): { readonly '~standard': never } => ({
    '~standard': { version: 1, vendor: 'x', validate: (value: unknown) => ({ value }), ...more } as never,
  })

  test.each<[name: string, schema: object, expected: object]>([
    ['without a converter', standard({}), {}],
    ['whose converter throws', standard({ jsonSchema: { input: () => fail(), output: () => fail() } }), {}],
    ['whose converter gives no object', standard({ jsonSchema: { input: () => true, output: () => undefined } }), {}],
    ['with $schema and $id', standard({ jsonSchema: { output: () => ({ $schema: 'a', $id: 'b', type: 'string' }) } }), { type: 'string' }],
    ['with references', z.array(z.string().meta({ id: 'Word' })), {}],
    ['with transformed values', z.string().transform(Number), {}],
    ['with a default', z.string().default('a'), { type: 'string' }],
  ])('has a schema %s', (_, schema, expected) => {
    const { handler } = startCalendar({}, { fields: { tag: { x: { schema: schema as never, description: 'It.' } } } })
    expect(propertiesOf(handler.openapi(), 'Tag')).toEqual({ x: { ...expected, description: 'It.' } })
  })

  test('is there although a schema throws without a value', async () => {
    const validate = (value: unknown): { value: string } => ({ value: String(value).trim.call(value) })
    const schema = { '~standard': { version: 1, vendor: 'test', validate } } as const
    const { request, handler } = startCalendar({}, { fields: { event: { x: { schema } } } })
    expect(at(handler.openapi(), 'components.schemas.EventInput.properties.custom_fields.required')).toEqual(['x'])
    for (const path of ['', '/doc']) expect((await request('GET', path)).status).toBe(200)
  })

  test('is the same as without the option when no fields are declared', () => {
    const text = (options: object): string => JSON.stringify(startCalendar({}, options).handler.openapi())
    expect(text({ fields: {} })).toBe(text({}))
    expect(text({ fields: { event: {} } })).toBe(text({}))
    expect(text({})).not.toContain('custom_fields[')
  })

  test('has a list instead of an object for records without values, with the adapter of The Events Calendar', () => {
    const adapter = { use: [theEventsCalendar()] }
    const schema = 'components.schemas.Event.properties.custom_fields'
    expect(at(startCalendar(adapter).handler.openapi(), schema)).toEqual({ type: 'array' })
    expect(at(startWithFields(adapter).handler.openapi(), schema)).toMatchObject({
      oneOf: [
        { type: 'array', maxItems: 0 },
        { properties: { level: { properties: { label: { type: 'string' }, value: { enum: ['beginner', 'pro'] } } } } },
      ],
    })
    expect(at(startWithFields(adapter).handler.openapi(), 'components.schemas.EventPatch.properties.custom_fields')).toMatchObject({
      oneOf: [{ type: 'array', maxItems: 0 }, { properties: { level: { anyOf: [{}, { properties: { label: {}, value: {} } }] } } }],
    })
  })
})

function fail(): never {
  throw new Error('cannot be expressed')
}

describe('the root route', () => {
  test('describes bodies and filters', async () => {
    const { request } = startCalendar({}, { fields: { event: fields.event, venue: { area: { schema: z.number() } } } })
    const { routes } = (await request('GET', '')).body
    const [list, create] = routes['/calendar/events/v1/events'].endpoints
    expect(list.args['custom_fields[level]']).toEqual({
      required: false,
      type: 'array',
      description: 'For whom it is: Only records with this value; repeated, with any of the values',
      items: { type: 'string', enum: ['beginner', 'pro'] },
    })
    expect(list.args['custom_fields[seats][gte]']).toMatchObject({ required: false, type: 'number' })
    expect([create.args.custom_fields.required, create.args.custom_fields.type]).toEqual([false, 'object'])
    const venues = routes['/calendar/events/v1/venues'].endpoints
    expect(venues[1].args.custom_fields.required).toBe(true)
    expect(routes['/calendar/events/v1/venues/{id}'].endpoints[1].args.custom_fields.required).toBe(false)
    expect(Object.keys(venues[0].args).filter((name) => name.startsWith('custom'))).toEqual([])
  })

  test('says nothing of them without declared fields', async () => {
    expect((await startCalendar().request('GET', '')).text).not.toContain('custom_fields')
  })
})

describe('the adapter of The Events Calendar', () => {
  test('sends an empty list for no values, and else the object; other kinds lack the member when it is empty', async () => {
    const { request } = startWithFields({ use: [theEventsCalendar()] })
    const created = await request('POST', '/events', {
      title: 'Course',
      start_date: '2026-05-31 19:30:00',
      end_date: '2026-05-31 21:00:00',
      custom_fields: [],
      organizer: [{ organizer: 'Club' }, { organizer: 'Choir', custom_fields: { size: 3 } }],
      categories: ['Sports'],
    })
    expect(created.body.custom_fields).toEqual([])
    expect(created.body.organizer.map((one: { custom_fields?: object }) => one.custom_fields)).toEqual([undefined, { size: 3 }])
    const changed = await request('POST', '/events/1', { custom_fields: { level: 'pro' } })
    expect(changed.body.custom_fields).toEqual({ level: { label: 'level', value: 'pro' } })
    for (const custom_fields of [[], changed.body.custom_fields, { level: { label: 'Level', value: 'pro' } }]) {
      const back = await request('POST', '/events/1', { custom_fields })
      expect([custom_fields, back.body.custom_fields]).toEqual([custom_fields, changed.body.custom_fields])
    }
    expect((await request('GET', '/events?custom_fields[level]=pro')).body.total).toBe(1)
    expect('custom_fields' in (await request('GET', '/categories')).body.categories[0]).toBe(false)
  })
})
