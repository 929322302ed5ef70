import { afterEach, describe, expect, test, vi } from 'vitest'
import type { HandlerOptions } from '../../src/index.ts'
import { de } from '../../src/messages/de.ts'
import { fill, readFrom, watch } from './support.ts'

afterEach(() => void vi.restoreAllMocks())

// The members of a long document are encoded one by one, and their names before them.
const isDocument = (value: unknown): boolean =>
  value === 'openapi' || (typeof value === 'object' && value !== null && ('openapi' in value || 'routes' in value))

/** Counts how often a document is encoded. */
function countDocuments(): () => number {
  const { mock } = vi.spyOn(JSON, 'stringify')
  return () => mock.calls.filter(([value]) => isDocument(value)).length
}

const paths = ['', '/doc', '?context=edit', '?namespace=calendar/events/v1']

describe('a document that describes the interface', () => {
  const open = (options: Partial<HandlerOptions> = {}, calendarOptions: Parameters<typeof watch>[1] = {}) => {
    const made = countDocuments()
    const watched = watch({ languages: { de }, ...options }, calendarOptions)
    const readGerman = (path: string, headers?: Readonly<Record<string, string>>, method?: string) =>
      watched.read(`http://localhost/de/calendar/events/v1${path}`, headers, method)
    return { ...watched, readGerman, made }
  }

  test.each(paths)('is encoded once, without a read of the store: %s', async (path) => {
    const { calendar, readGerman, made } = open()
    const first = await readGerman(path)
    expect([first.status, first.calls]).toEqual([200, 0])
    // A commit does not change these documents.
    await fill(calendar)
    expect(await readGerman(path)).toEqual(first)
    const { text, ...head } = await readGerman(path, {}, 'HEAD')
    expect([text, head.headers]).toEqual(['', first.headers])
    expect((await readGerman(path, { 'if-none-match': first.headers['etag'] ?? '' })).status).toBe(304)
    expect((await readGerman(path, { 'if-match': '"other"' })).status).toBe(412)
    expect(made()).toBe(1)
  })

  test('is encoded once even if the calendar has no cache', async () => {
    const { readGerman, made } = open({}, { cache: false })
    await readGerman('/doc')
    await readGerman('/doc')
    expect(made()).toBe(1)
  })

  test('is encoded once for all parameters', async () => {
    const { readGerman, made } = open()
    const first = await readGerman('')
    for (let index = 0; index < 50; index++) expect((await readGerman(`?context=${index}&other=${index}`)).text).toBe(first.text)
    expect(made()).toBe(1)
  })

  test.each(['', '/doc'])('differs between languages and between handlers: %s', async (path) => {
    const { read, readGerman, store } = open()
    const english = await read(path)
    const german = await readGerman(path)
    expect(german.text).not.toBe(english.text)
    expect([english.headers['content-language'], german.headers['content-language']]).toEqual([undefined, 'de'])
    const { handler: other } = watch({ namespace: 'tribe/events/v1' }, {}, store)
    const elsewhere = await readFrom(other, store, `http://localhost/tribe/events/v1${path}`)
    expect(elsewhere.text).toContain('/tribe/events/v1/events')
    expect(await read(path)).toEqual(english)
  })

  test('contains the default dates of the current day', async () => {
    const { clock, read } = open()
    const start = async (): Promise<string> =>
      JSON.parse((await read('')).text).routes['/calendar/events/v1/events'].endpoints[0].args.start_date.default
    const days: string[] = []
    for (const time of ['2026-03-04T23:59:59', '2026-03-05T00:00:00', '2026-03-04T23:59:59']) {
      clock.set(`${time}+01:00`)
      days.push(await start())
    }
    expect(days).toEqual(['2026-03-04 00:00:00', '2026-03-05 00:00:00', '2026-03-04 00:00:00'])
  })

  test.each(['', '/doc'])('is encoded again after a failure: %s', async (path) => {
    const { stringify } = JSON
    const { read } = watch({ onError: () => undefined })
    const failing = vi.spyOn(JSON, 'stringify').mockImplementation((...args: Parameters<typeof stringify>) => {
      if (isDocument(args[0])) throw new RangeError('Array buffer allocation failed')
      return stringify(...args)
    })
    expect((await read(path)).status).toBe(500)
    failing.mockRestore()
    expect((await read(path)).status).toBe(200)
  })

  test('of another namespace is refused each time', async () => {
    const { read } = open()
    for (let again = 0; again < 2; again++) expect((await read('?namespace=other')).status).toBe(404)
    expect((await read('')).status).toBe(200)
  })
})
