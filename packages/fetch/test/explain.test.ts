import { publicReadOnly, roles } from '@kalends/core'
import { createReadOnlyCalendar } from '@kalends/core/read-only'
import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { explain } from '../src/explain.ts'
import { createHandler } from '../src/index.ts'
import { de } from '../src/messages/de.ts'
import { base, least, type Started, startCalendar } from './support.ts'

/** Callers name themselves in a header. */
const access = {
  access: roles({ authors: ['author'] }),
  authenticate: ({ headers }: Request) => callers[headers.get('x-caller') ?? ''] ?? null,
}
const callers: Readonly<Record<string, { readonly id: string; readonly roles: readonly string[] }>> = {
  editor: { id: '1', roles: ['editor'] },
  ann: { id: '5', roles: ['author'] },
  ben: { id: '6', roles: ['author'] },
  reader: { id: '7', roles: ['reader'] },
}

/** A calendar with the draft of an author, and a way to ask as one of the callers. */
async function open(draft: object = {}): Promise<Started & { ask(caller: string, path: string): ReturnType<Started['request']> }> {
  const started = startCalendar({ ...access, languages: { de } })
  const body = { ...least['events'], start_date: '2026-03-10 19:00', end_date: '2026-03-10 21:00', status: 'draft', ...draft }
  await started.request('POST', '/events', body, { 'x-caller': 'ann' })
  return { ...started, ask: (caller, path) => started.request('GET', path, undefined, { 'x-caller': caller }) }
}

const about = (...reasons: readonly object[]) => ({ listed: false, reasons })

describe('an explanation', () => {
  test('has the page of an event that is listed', async () => {
    const { ask } = await open()
    const { status, body, headers } = await ask('ann', '/events/1/explain?status=draft')
    expect([status, body]).toEqual([200, { listed: true, page: 1 }])
    expect(headers.get('cache-control')).toContain('private')
  })

  test('has the reasons, with the names and values of the interface', async () => {
    const { ask } = await open({ author: 5 })
    const filters = 'status=draft&author=6&search=beer&start_date=2026-03-11&uid=event-9@localhost&geoloc_lat=1&geoloc_lng=2&post_parent=9'
    expect((await ask('ann', `/events/1/explain?${filters}`)).body).toEqual(
      about(
        { filter: 'search', code: 'lacks_words', value: [], wanted: ['beer'], message: 'Its texts lack: beer.' },
        {
          filter: 'uid',
          code: 'other_value',
          value: 'event-1@localhost',
          wanted: ['event-9@localhost'],
          message: 'Its uid is event-1@localhost; the list asks for event-9@localhost.',
        },
        { filter: 'author', code: 'other_value', value: 5, wanted: [6], message: 'Its author is 5; the list asks for 6.' },
        {
          filter: 'start_date',
          code: 'starts_too_early',
          value: '2026-03-10 19:00:00',
          wanted: '2026-03-11',
          message: 'It starts at 2026-03-10 19:00:00; the list begins at 2026-03-11.',
        },
        { filter: 'geoloc_radius', code: 'too_far', value: null, wanted: 25, message: 'It is at no venue within 25 km of the place.' },
        { filter: 'post_parent', code: 'no_value', value: 0, wanted: 9, message: 'It has no post_parent; the list asks for 9.' },
      ),
    )
  })

  test('does not make up a uid for a date of a series, which has that of its series', async () => {
    const { calendar, ask } = await open()
    const dates = { startDate: '2026-03-10 19:00', endDate: '2026-03-10 21:00' }
    const { id } = await calendar.events.create({ title: 'Choir', ...dates, recurrence: 'FREQ=DAILY;COUNT=2' })
    const uid = `event-${id}@localhost`
    expect((await ask('editor', `/events/${id + 1}`)).body.uid).toBe(uid)
    const message = `It has no uid; the list asks for ${uid}.`
    expect((await ask('editor', `/events/${id + 1}/explain?uid=${uid}`)).body).toEqual(
      about({ filter: 'uid', code: 'no_value', value: null, wanted: [uid], message }),
    )
  })

  test('suggests parameters', async () => {
    const { ask } = await open({ hide_from_listings: true })
    const { body } = await ask('editor', '/events/1/explain')
    expect(body.reasons.map(({ filter, suggestion }: { filter: string; suggestion?: object }) => [filter, suggestion])).toEqual([
      ['status', { status: 'draft' }],
      ['hidden', { hidden: 'include' }],
    ])
    expect((await ask('editor', '/events/1/explain?status=draft&hidden=include')).body).toEqual({ listed: true, page: 1 })
  })

  test.each([
    ['2026-03-01', 'before_window', 'It starts at 2026-03-01 19:00:00; without other times the list begins at 2026-03-04.'],
    ['2028-03-05', 'after_window', 'It starts at 2028-03-05 19:00:00; without other times the list ends at 2028-03-04.'],
  ])('names the default window that an event of %s is outside of', async (day, code, message) => {
    const { ask } = await open({ start_date: `${day} 19:00`, end_date: `${day} 21:00`, status: 'publish' })
    const reason = {
      filter: 'window',
      code,
      value: `${day} 19:00:00`,
      wanted: message.slice(-11, -1),
      message,
      suggestion: { window: 'all' },
    }
    expect((await ask('editor', '/events/1/explain')).body).toEqual(about(reason))
    expect((await ask('editor', '/events/1/explain?window=all')).body).toEqual({ listed: true, page: 1 })
    // A bound of the request is no default.
    const bounds = 'start_date=2026-03-04&end_date=2028-03-04'
    expect((await ask('editor', `/events/1/explain?${bounds}`)).body.reasons[0].filter).toMatch(/^(?:start|end)_date$/)
  })

  test('explains the list of strangers', async () => {
    const { ask } = await open()
    expect((await ask('ann', '/events/1/explain?status=any&as=anonymous')).body).toEqual(
      about({
        filter: 'access',
        code: 'not_readable',
        value: 'draft',
        wanted: ['publish'],
        message: 'Its status is draft: this viewer may not read it.',
      }),
    )
    expect((await ask('ann', '/events/1/explain?as=me')).body.data.params).toEqual({ as: 'must be one of: anonymous' })
  })

  test('for strangers reports a policy that fails to the host', async () => {
    const failed: unknown[] = []
    const policy = roles({ authors: ['author'] })
    const failure = new Error('the directory is down')
    const failing = {
      ...policy,
      readable: (...[actor, kind]: Parameters<typeof policy.readable>) => {
        if (actor === null) throw failure
        return policy.readable(actor, kind)
      },
    }
    const { request } = startCalendar({ ...access, access: failing, onError: (error) => void failed.push(error) })
    const body = { ...least['events'], start_date: '2026-03-10 19:00', end_date: '2026-03-10 21:00' }
    await request('POST', '/events', body, { 'x-caller': 'ann' })
    const path = '/events/1/explain?as=anonymous'
    const { body: answer } = await request('GET', path, undefined, { 'x-caller': 'ann' })
    expect(answer.reasons).toMatchObject([{ filter: 'access', code: 'not_readable' }])
    expect([failed.length > 0, new Set(failed)]).toEqual([true, new Set([failure])])
    failed.length = 0
    await request('GET', '/events/1/explain', undefined, { 'x-caller': 'ann' })
    expect(failed).toEqual([])
  })

  test('is in the language of the address', async () => {
    const { ask } = await open()
    const { body } = await ask('ann', `http://localhost/de${base}/events/1/explain?search=Bier`)
    expect(body.reasons.map(({ message }: { message: string }) => message)).toEqual([
      'Sie ist ein Entwurf; die Liste verlangt: publish.',
      'In ihren Texten fehlt: bier.',
    ])
  })

  test('agrees with the list', async () => {
    const { ask } = await open({ status: 'publish', featured: true })
    for (const filters of [
      '',
      'featured=true',
      'featured=false',
      'search=concert',
      'search=x',
      'include=1',
      'to=2026-03-09',
      'after_id=1',
    ]) {
      const { events = [] } = (await ask('', `/events?${filters}`)).body
      expect((await ask('ann', `/events/1/explain?${filters}`)).body.listed).toBe(events.length === 1)
    }
  })
})

describe('a caller who may not update the event', () => {
  const hostile = [
    '',
    '?status=any',
    '?include=1',
    '?search=concert',
    '?window=all&hidden=only',
    '?as=anonymous',
    '?author=5',
    '?uid=event-1@localhost',
  ]

  test.each(hostile)('gets one answer for a hidden event and for none: %s', async (query) => {
    const { ask } = await open()
    for (const caller of ['', 'reader', 'ben']) {
      const answers = await Promise.all([1, 999, 0, '99999999999999999999'].map((id) => ask(caller, `/events/${id}/explain${query}`)))
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      // Who may update no event is refused first, as by an update.
      const update = await Promise.resolve(ask(caller, '/events/999'))
      expect([answers[0]?.status, update.status]).toEqual([caller === '' ? 401 : caller === 'reader' ? 403 : 404, 404])
    }
  })

  test('gets 403 for an event that they may read', async () => {
    const { ask } = await open({ status: 'publish' })
    expect((await ask('ben', '/events/1/explain')).status).toBe(403)
  })

  test.each(['?page=0', '?from=x', '?near=1&geoloc_lat=1', '?as=', '?custom_fields[x]=1'])(
    'gets the issues of the list, whether the event exists or not: %s',
    async (query) => {
      const { ask } = await open()
      const [hidden, none] = [await ask('ben', `/events/1/explain${query}`), await ask('ben', `/events/999/explain${query}`)]
      expect([hidden.status, hidden.text]).toEqual([none.status, none.text])
      expect(hidden.status).toBe(400)
    },
  )
})

test('a calendar that only reads has no explanations', () => {
  const calendar = createReadOnlyCalendar({ store: memoryStore() }) as never
  expect(() => createHandler(calendar, { access: publicReadOnly(), use: [explain()] })).toThrow(
    'explain() needs a calendar of createCalendar',
  )
})
