import { describe, expect, test } from 'vitest'
import { changes } from '../../src/changes.ts'
import type { TableExtension } from '../../src/extension/table.ts'
import { mapEndpoints } from '../../src/extension/table.ts'
import type { Extension } from '../../src/index.ts'
import { isObject, type JsonObject, type JsonValue } from '../../src/json.ts'
import { parseBody } from '../../src/response/members.ts'
import { toJson } from '../../src/response/representation.ts'
import type { Endpoint, EndpointContext } from '../../src/routing/route.ts'
import { base, concert, startCalendar } from '../support.ts'

/** A record as another service sends it: a tag is called a label, and has no version. */
const toLabel = ({ name, version: _version, ...others }: JsonObject): JsonObject => ({ ...others, label: `Label ${name}` })

const toBody = (body: JsonObject): JsonObject =>
  Array.isArray(body['tags'])
    ? { labels: body['tags'].map((tag: JsonValue) => (isObject(tag) ? toLabel(tag) : tag)), count: body['total'] ?? 0 }
    : toLabel(body)

/** The fields of a body as the interface has them. Here they are read from the bytes, as the names of another service may be. */
const toFields = ({ bytes, body }: EndpointContext): EndpointContext['body'] =>
  bytes.byteLength === 0 ? body : { ...body, name: String(parseBody(bytes)['label']).replace(/^Label /, '') }

const adapted = (endpoint: Endpoint): Endpoint =>
  endpoint.recordsOf !== 'tag'
    ? endpoint
    : {
        ...endpoint,
        ...(endpoint.body !== undefined && { body: endpoint.body.map((field) => ({ ...field, isRequired: false })) }),
        run: async (call) => {
          const answer = await endpoint.run({ ...call, body: toFields(call), represent: toLabel })
          return 'byteLength' in answer ? answer : { ...answer, body: toJson(toBody(parseBody(await answer.body.encode()))) }
        },
      }

/** Another service in front of the same routes: other addresses, names, errors and documents. */
const adapter: TableExtension = {
  name: 'labels',
  address: ({ path, ...others }) => ({ ...others, path: path.replace(/^\/labels(?=\/|$)/, `${base}/tags`) }),
  table: (routes) => mapEndpoints(routes, adapted),
  problem: ({ status, headers, body }, { route }) => ({ status, headers, body: { error: body['code'] ?? '', at: route } }),
  document: (document) => ({ ...document, info: { title: 'Labels', version: '1' } }),
  present: async (kind, record) => (kind === 'tag' ? toLabel(record) : record),
}

describe('an adapter on the gate alone', () => {
  const start = () => {
    const { handler, calendar } = startCalendar({ use: [adapter, changes()] })
    const ask = async (method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) => {
      const init = { method, headers: { 'content-type': 'application/json', ...headers }, ...(body && { body: JSON.stringify(body) }) }
      const response = await handler(new Request(`http://localhost${path}`, init))
      return { status: response.status, headers: response.headers, body: await response.json() }
    }
    return { ask, handler, calendar }
  }

  test('changes names in bodies, lists and records, also from the cache', async () => {
    const { ask } = start()
    expect((await ask('POST', '/labels', { label: 'Label Outdoors' })).body).toMatchObject({ id: 1, label: 'Label Outdoors' })
    for (let round = 0; round < 2; round++) {
      const { body } = await ask('GET', '/labels?hide_empty=false')
      expect(body).toEqual({ labels: [expect.objectContaining({ label: 'Label Outdoors' })], count: 1 })
    }
    expect((await ask('GET', `${base}/events`)).body.events).toEqual([])
  })

  test('keeps preconditions: the entity tag is that of the bytes that it sends', async () => {
    const { ask } = start()
    await ask('POST', '/labels', { label: 'A' })
    const tag = (await ask('GET', '/labels/1')).headers.get('etag') ?? ''
    expect((await ask('PATCH', '/labels/1', { label: 'B' }, { 'if-match': tag })).body.label).toBe('Label B')
    expect((await ask('PATCH', '/labels/1', { label: 'C' }, { 'if-match': tag })).status).toBe(412)
  })

  test('changes errors, the document and records of messages', async () => {
    const { ask, handler, calendar } = start()
    expect((await ask('GET', '/labels/7')).body).toEqual({ error: 'not_found', at: 'GET /tags/{id}' })
    expect((await ask('GET', '/nothing')).body).toEqual({ error: 'not_found', at: null })
    expect(handler.openapi()['info']).toEqual({ title: 'Labels', version: '1' })
    expect(await handler.present('tag', await calendar.tags.create({ name: 'A' }))).toHaveProperty('label', 'Label A')
  })
})

test('members go to the records of the kind alone, and to none whose id an adapter leaves out', async () => {
  const loads: (readonly number[])[] = []
  const load = async (ids: readonly number[]) => {
    loads.push(ids)
    return new Map(ids.map((id) => [id, { secret: `of ${id}` }]))
  }
  const selecting: TableExtension = {
    name: 'selecting',
    table: (routes) =>
      mapEndpoints(routes, (endpoint) => ({
        ...endpoint,
        run: async (call) => {
          const answer = await endpoint.run(call)
          const name = call.request.headers.get('x-select')
          if ('byteLength' in answer || name === null) return answer
          const select = (record: JsonObject): JsonObject => ({ [name]: record[name] ?? null })
          const body = parseBody(await answer.body.encode())
          const { events } = body
          return {
            ...answer,
            body: toJson(
              Array.isArray(events)
                ? { events: events.map((event: JsonValue) => (isObject(event) ? select(event) : event)) }
                : select(body),
            ),
          }
        },
      })),
  }
  const secrets: Extension = { name: 'secrets', members: { event: { schema: { secret: {} }, load } } }
  const { request, handler } = startCalendar({ use: [selecting, secrets] }, { cache: false })
  await request('POST', '/categories', { name: 'Music' })
  await request('POST', '/events', concert)
  await request('POST', '/events', { ...concert, categories: [1] })
  loads.length = 0
  const read = async (path: string, name: string): Promise<string> =>
    (await handler(new Request(`http://localhost${base}${path}`, { headers: { 'x-select': name } }))).text()
  for (const name of ['categories', 'title']) {
    expect(await read('/events/2', name)).not.toContain('secret')
    expect(await read('/events', name)).not.toContain('secret')
  }
  expect(loads).toEqual([])
  expect(JSON.parse(await read('/events', 'id'))).toEqual({
    events: [
      { id: 1, secret: 'of 1' },
      { id: 2, secret: 'of 2' },
    ],
  })
})
