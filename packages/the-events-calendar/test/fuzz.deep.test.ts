import type { CalendarStore } from '@kalends/core'
import type { Handler } from '@kalends/fetch'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adapterStores, openPeer } from './support.ts'

/** Factor for the number of cases: 1 in the full test run, 10 in the long one. */
const times = Number(process.env['KALENDS_TIMES'] ?? 1)

/** The largest number of requests to one calendar, and the number of calendars: about 2,000 requests to each store in the full run. */
const maxLength = 40
const numRuns = Math.ceil(100 * times)

const words = (text: string): readonly string[] => text.split(' ')

const nasty = [
  ...words('0 -1 1 2 999 1e9 9007199254740993 ٣ null true % %00 <b> " \\ \uFEFF \u0000 \u202E __proto__ constructor'),
  ...words('&amp; &#0; &#x110000; &#xD800; &#99999999999; &lt;script&gt; 2026/13/45 20260230 99999999999999 -62135596801 31-31-2026'),
  ...['', ' ', ',', 'a'.repeat(300), '05/31/2026 25:00', 'May 0, 2026', 'May 31, 2026 7:30 pm', '2026-05-31T10:00:00+99:99', '1900-01-01'],
  ...['now', '+1 day', '-999999999 years', '1 month'],
]
const useful = [
  ...words('hall cafe music jazz kids concert festival tour Club ! any publish draft title id events,total,id https://example.org/a'),
  ...words('2026-05-31 2026/05/31 20260531 05/31/2026 31-05-2026 1780248600'),
  ...['May 31, 2026', 'Café Müller', 'Town "Hall" & Barn'],
]
const text = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...useful) },
  { weight: 3, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)

/** Encodes a text for a URL; lone surrogates cannot be encoded. */
const encodePart = (value: string): string => encodeURIComponent(Buffer.from(value).toString())

const parameters = [
  ...words('page per_page start_date end_date starts_after ends_before search categories categories[] tags venue organizer post_parent'),
  ...words('parent include exclude status orderby order hide_empty event featured author _fields _fields[] _envelope _jsonp rest_route'),
  ...words('force version scope omitted geoloc_lat modified_after uid strict_dates from to window'),
]
const query = fc
  .array(fc.tuple(fc.constantFrom(...parameters), text), { maxLength: 3 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${encodePart(value)}`).join('&'))

const collection = fc.constantFrom('events', 'events', 'venues', 'organizers', 'categories', 'tags')
const id = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 6 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom('999', '0', 'abc', '99999999999999999999', '1.ics') },
)
const path = fc.oneof(
  { weight: 4, arbitrary: collection.map((name) => `/${name}`) },
  { weight: 5, arbitrary: fc.tuple(collection, id).map(([name, one]) => `/${name}/${one}`) },
  { weight: 2, arbitrary: fc.tuple(collection, text).map(([name, slug]) => `/${name}/by-slug/${encodePart(slug)}`) },
  { weight: 1, arbitrary: fc.constantFrom('', '/', '/doc', '/events/fullcalendar', '/nothing', '//events', '/events/../venues') },
)
/** The path below the namespace, in `rest_route`, or at the base path. */
const address = fc.tuple(fc.nat(15), path, query, text).map(([form, below, given, other]) => {
  const suffix = given === '' ? '' : `&${given}`
  if (form === 0) return `http://localhost/?rest_route=${encodePart(`/tribe/events/v1${below}`)}${suffix}`
  if (form === 1) return `http://localhost/?rest_route=${encodePart(other)}${suffix}`
  if (form === 2) return `http://localhost/wp-json/?a=1${suffix}`
  return `http://localhost/wp-json/tribe/events/v1${below}?${given}`
})

const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(1, 2, 0, -1, 1.5, 2 ** 53, true, false, null, [], {}, [[]], [null]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)
const some = (names: readonly string[], values: fc.Arbitrary<unknown>, maxKeys: number): fc.Arbitrary<Record<string, unknown>> =>
  fc.dictionary(fc.constantFrom(...names), values, { maxKeys })

const nested = some(words('id venue organizer name image website url sizes width extension'), anything, 4)
const field = fc.oneof({ weight: 5, arbitrary: anything }, { weight: 1, arbitrary: nested }, { weight: 1, arbitrary: fc.array(nested) })
const fields = [
  ...words('title name venue organizer start_date end_date description slug excerpt status timezone all_day image cost website'),
  ...words('categories tags author date date_utc custom_fields recurrence post_parent parent url uid geo_lat geo_lng email phone'),
]
/** A body that creates a record of each kind, unless the other fields do not fit. */
const complete = fc
  .tuple(text, some(fields, field, 2))
  .map(([name, more]) => ({ title: name, venue: name, organizer: name, name, start_date: '2026/05/31', end_date: '06/01/2026', ...more }))
const body = fc.oneof(
  { weight: 3, arbitrary: some(fields, field, 5) },
  { weight: 3, arbitrary: complete },
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('{', '[]', 'null', '') },
)

interface Planned {
  readonly method: string
  readonly address: string
  readonly body: unknown
  readonly as: string
  readonly condition: readonly [name: string, value: string] | undefined
}

const request: fc.Arbitrary<Planned> = fc.record({
  method: fc.constantFrom(...words('GET GET GET HEAD POST POST PUT PATCH DELETE OPTIONS')),
  address,
  body,
  as: fc.constantFrom('editor', 'editor', 'author', 'reader', 'nobody'),
  condition: fc.constantFrom<Planned['condition']>(undefined, undefined, ['if-match', '*'], ['if-match', '"a"'], ['if-none-match', '*']),
})

const asked = (method: string, below: string, body: unknown = {}, more: Partial<Planned> = {}): Planned => {
  const address = `http://localhost/wp-json/tribe/events/v1${below}`
  return { method, address, body, as: 'editor', condition: undefined, ...more }
}
/** Requests whose answers have each status that the random ones are expected to have. */
const each = [
  asked('POST', '/events', { title: 'Fair', start_date: '2026-05-31', end_date: '2026-05-31' }),
  asked('POST', '/events', { title: 'Fair' }),
  asked('POST', '/events', {}, { as: 'nobody' }),
  asked('POST', '/events', {}, { as: 'reader' }),
  asked('POST', '/events/1', { title: 'Fair' }, { condition: ['if-match', '"a"'] }),
  asked('DELETE', '/events/1'),
  asked('GET', '/events/1'),
  asked('GET', '/events/999'),
]

function send(handler: Handler, { method, address: url, body: sent, as, condition }: Planned): Promise<Response> {
  const headers = new Headers({ 'x-caller': as, 'content-type': 'application/json', ...(condition && { [condition[0]]: condition[1] }) })
  const content = typeof sent === 'string' ? sent : JSON.stringify(sent)
  return handler(new Request(url, { method, headers, body: ['GET', 'HEAD', 'OPTIONS'].includes(method) ? null : content }))
}

describe.each(adapterStores)('random requests with the extension, on $name', ({ open }) => {
  test('never give a 5xx status', { timeout: 300_000 * Math.max(1, times) }, async () => {
    const statuses = new Map<number, number>()
    const check = async (planned: readonly Planned[], store: CalendarStore): Promise<void> => {
      const failures: unknown[] = []
      const { handler } = await openPeer(store, { onError: (error) => failures.push(error) })
      for (const one of planned) {
        const response = await send(handler, one)
        const { status, headers } = response
        const answer = await response.text()
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        expect([one.method, one.address, status < 500, failures]).toEqual([one.method, one.address, true, []])
        if (status < 400 || answer === '') continue
        const { code, data } = JSON.parse(answer)
        expect([typeof code, data.status, headers.get('content-type')]).toEqual(['string', status, 'application/json; charset=utf-8'])
      }
    }
    const property = fc.asyncProperty(fc.array(request, { minLength: 1, maxLength, size: 'max' }), async (planned) => {
      const { store, close } = await open()
      try {
        await check(planned, store)
      } finally {
        await close()
      }
    })
    await fc.assert(property, { numRuns, examples: [[each]] })
    const good = [...statuses].reduce((sum, [status, number]) => (status < 300 ? sum + number : sum), 0)
    expect(good).toBeGreaterThan(2 * numRuns)
    expect([200, 201, 400, 401, 403, 404, 410, 412].filter((status) => !statuses.has(status))).toEqual([])
  })
})
