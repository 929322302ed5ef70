import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialogues } from './dialogues.ts'
import { holdDialogue } from './hold-dialogue.ts'
import { openService, type Service } from './open-service.ts'

let service: Service

beforeAll(async () => {
  service = await openService()
})

afterAll(() => service.close())

const reader = { Authorization: 'Bearer demo-reader', 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

test('a client of the SDK finds the tools, with what they take', async () => {
  const client = await service.connect('demo-editor')
  const { tools } = await client.listTools()
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ['now_and_zone', true],
    ['search_events', true],
    ['get_event', true],
    ['list_places', true],
    ['find_free_time', true],
    ['why_not_listed', true],
    ['create_event', false],
    ['update_event', false],
    ['cancel_event', false],
  ])
  await expect(client.callTool({ name: 'delete_everything', arguments: {} })).rejects.toThrow('There is no tool')
})

// All of them are in dialogues.deep.test.ts.
test.each(dialogues.filter((_, index) => index % 16 === 0))('$name: what is stored is what the sentence says', async (dialogue) => {
  await holdDialogue({ client: await service.connect('demo-editor'), calendar: service.calendar }, dialogue)
})

test('a reader may not write, and a token belongs to its session', async () => {
  const input = { title: 'Ball', startDate: '2031-06-06 19:30', endDate: '2031-06-06 21:00', timeZone: 'Europe/Berlin' }
  const callOf = async (secret: string, given: object) =>
    (await (await service.connect(secret)).callTool({ name: 'create_event', arguments: { ...given } })).structuredContent
  expect(await callOf('demo-reader', input)).toMatchObject({ error: { code: 'forbidden' } })
  const dry = await callOf('demo-editor', input)
  expect(await callOf('demo-editor', { ...input, token: Object(dry).token })).toMatchObject({ error: { code: 'token_expired' } })
})

test('strangers get nothing: without a secret, with the session of another caller, and from a page', async () => {
  const client = await service.connect('demo-editor')
  const session = client.transport?.sessionId ?? ''
  const statusOf = async (headers: Readonly<Record<string, string>>) =>
    (await fetch(service.url, { method: 'POST', headers: { ...reader, 'mcp-session-id': session, ...headers }, body: list })).status
  expect(await statusOf({ Authorization: 'Bearer demo-editor' })).toBe(200)
  expect([await statusOf({ Authorization: '' }), await statusOf({}), await statusOf({ Origin: 'https://example.org' })]).toEqual([
    401, 404, 403,
  ])
})
