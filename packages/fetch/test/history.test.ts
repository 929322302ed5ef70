import { roles } from '@kalends/core'
import { createReadOnlyCalendar } from '@kalends/core/read-only'
import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { history } from '../src/history.ts'
import { createHandler } from '../src/index.ts'
import { least, type Started, startCalendar } from './support.ts'

const callers: Readonly<Record<string, { readonly id: string; readonly roles: readonly string[] }>> = {
  editor: { id: '1', roles: ['editor'] },
  ann: { id: '5', roles: ['author'] },
  ben: { id: '6', roles: ['author'] },
}

/** A calendar whose callers name themselves in a header. */
function open(): Started & { ask(caller: string, method: string, path: string, body?: object): ReturnType<Started['request']> } {
  const access = roles({ editors: ['editor'], authors: ['author'] })
  const authenticate = ({ headers }: Request) => callers[headers.get('x-caller') ?? ''] ?? null
  const started = startCalendar({ access, authenticate })
  return { ...started, ask: (caller, method, path, body) => started.request(method, path, body, { 'x-caller': caller }) }
}

describe('the history over HTTP', () => {
  test('has the names and values of the interface, page by page', async () => {
    const { ask } = open()
    await ask('ann', 'POST', '/events', { ...least['events'], title: 'Choir', cost: '$5' })
    await ask('editor', 'PATCH', '/events/1?omitted=keep', {
      event_status: 'moved_online',
      cost: '$7',
      author: 6,
      venue: { venue: 'Mill' },
    })
    const { status, body, headers } = await ask('editor', 'GET', '/events/1/history?limit=1')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toContain('private')
    const [entry] = body.history
    expect(entry).toMatchObject({ actor: '1', verb: 'updated', scope: null, version: 2 })
    expect(entry.at).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
    expect(entry.changes).toEqual({
      event_status: { from: 'scheduled', to: 'moved_online' },
      cost: { from: '$5', to: '$7' },
      author: { from: 5, to: 6 },
      venue: { from: [], to: [1] },
    })
    expect(body.next_before).toBe(entry.seq)
    const next = (await ask('editor', 'GET', `/events/1/history?limit=1&before=${entry.seq}`)).body
    expect(next).toMatchObject({ history: [{ actor: '5', verb: 'created', version: 1, changes: {} }] })
    expect(next).not.toHaveProperty('next_before')
  })

  test.each([
    ['events', { title: 'Other' }],
    ['venues', { venue: 'Other' }],
    ['organizers', { organizer: 'Other' }],
    ['categories', { name: 'Other' }],
    ['tags', { name: 'Other' }],
  ])('goes back with %s', async (collection, change) => {
    const { ask } = open()
    const created = await ask('editor', 'POST', `/${collection}`, { ...least[collection] })
    const path = `/${collection}/${created.body.id}`
    const changed = await ask('editor', 'PATCH', `${path}?omitted=keep`, change)
    const [[name, value] = ['', '']] = Object.entries(change)
    expect(changed.body[name]).toBe(value)
    const reverted = await ask('editor', 'POST', `${path}/revert?to=1`)
    expect(reverted.status).toBe(200)
    expect(reverted.body[name]).toBe(created.body[name])
    const [last] = (await ask('editor', 'GET', `${path}/history`)).body.history
    expect(last.changes[name]).toEqual({ from: value, to: created.body[name] })
    expect((await ask('editor', 'POST', `${path}/revert?to=1&version=1`)).status).toBe(412)
  })

  test('names the links that are gone', async () => {
    const { ask } = open()
    await ask('editor', 'POST', '/events', { ...least['events'], venue: { venue: 'Mill' }, tags: 'a' })
    await ask('editor', 'PATCH', '/events/1?omitted=keep', { venue: [], tags: [] })
    await ask('editor', 'DELETE', '/venues/1?force=true')
    const { status, headers, body } = await ask('editor', 'POST', '/events/1/revert?to=1')
    expect([status, headers.get('reverted-without')]).toEqual([200, 'venue'])
    expect(body.tags).toHaveLength(1)
  })

  test('refuses what it does not have', async () => {
    const { ask } = open()
    await ask('ann', 'POST', '/events', { ...least['events'], status: 'draft' })
    const codes = async (caller: string, method: string, path: string): Promise<unknown> => (await ask(caller, method, path)).body.code
    expect(await codes('ann', 'POST', '/events/1/revert')).toBe('invalid_input')
    for (const query of ['to=0', 'to=x', 'to=2', 'to=99999999999999999999'])
      expect((await ask('ann', 'POST', `/events/1/revert?${query}`)).body.data.params).toHaveProperty('to')
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'before=0', 'before=-1'])
      expect((await ask('ann', 'GET', `/events/1/history?${query}`)).status).toBe(400)
    // A record that the caller may not see is like none.
    for (const [method, path] of [
      ['GET', 'history'],
      ['POST', 'revert?to=1'],
    ] as const) {
      for (const caller of ['ben', '']) {
        const answers = await Promise.all([1, 999, 0, '99999999999999999999'].map((id) => ask(caller, method, `/events/${id}/${path}`)))
        expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
        expect(answers[0]?.status).toBe(caller === '' ? 401 : 404)
      }
    }
  })

  test('is described by the document, and needs a calendar that writes', async () => {
    const { ask } = open()
    const { paths, components } = (await ask('', 'GET', '/doc')).body
    for (const path of ['/events/{id}/history', '/tags/{id}/revert'])
      expect(Object.keys(paths).filter((known) => known.endsWith(path))).toHaveLength(1)
    expect(components.schemas).toHaveProperty('HistoryEntry')
    const [, revert] = Object.entries<{ post: { responses: object } }>(paths).find(([path]) => path.endsWith('/events/{id}/revert')) ?? []
    expect(revert?.post.responses).toHaveProperty(['200', 'headers', 'Reverted-Without'])
    const calendar = createReadOnlyCalendar({ store: memoryStore() })
    expect(() => createHandler(calendar, { access: roles({}), use: [history()] })).toThrow('history() needs')
  })
})
