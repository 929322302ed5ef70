import { describe, expect, test } from 'vitest'
import type { HandlerOptions } from '../../src/index.ts'
import { de } from '../../src/messages/de.ts'
import { fill, readFrom, watch } from './support.ts'

/** German messages, with a count of how often one was read: making a document reads each of them. */
function countedMessages() {
  let reads = 0
  const messages = new Proxy(de, {
    get: (target, key, receiver) => {
      reads++
      return Reflect.get(target, key, receiver)
    },
  })
  return { messages, reads: () => reads }
}

const paths = ['', '/doc', '?context=edit', '?namespace=calendar/events/v1']

describe('a document that describes the interface', () => {
  const open = (options: Partial<HandlerOptions> = {}) => {
    const { messages, reads } = countedMessages()
    const watched = watch({ languages: ['de'], messages: { de: messages }, ...options })
    const readGerman = (path: string, headers?: Readonly<Record<string, string>>, method?: string) =>
      watched.read(`http://localhost/de/calendar/events/v1${path}`, headers, method)
    return { ...watched, readGerman, reads }
  }

  test.each(paths)('is made once, and asks for nothing stored: %s', async (path) => {
    const { calendar, readGerman, reads } = open()
    const first = await readGerman(path)
    expect([first.status, first.calls]).toEqual([200, 0])
    const madeBy = reads()
    // A commit does not change these documents.
    await fill(calendar)
    expect(await readGerman(path)).toEqual(first)
    const { text, ...head } = await readGerman(path, {}, 'HEAD')
    expect([text, head.headers]).toEqual(['', first.headers])
    expect((await readGerman(path, { 'if-none-match': first.headers['etag'] ?? '' })).status).toBe(304)
    expect((await readGerman(path, { 'if-match': '"other"' })).status).toBe(412)
    expect(reads()).toBe(madeBy)
  })

  test('is made once although the host keeps no answers', async () => {
    const { readGerman, reads } = open({ cache: false, links: () => undefined })
    await readGerman('/doc')
    const madeBy = reads()
    await readGerman('/doc')
    expect(reads()).toBe(madeBy)
  })

  test('is made once whatever its parameters', async () => {
    const { readGerman, reads } = open()
    const first = await readGerman('')
    const madeBy = reads()
    for (let index = 0; index < 50; index++) expect((await readGerman(`?context=${index}&other=${index}`)).text).toBe(first.text)
    expect(reads()).toBe(madeBy)
  })

  test.each(['', '/doc'])('is another one in each language, and by each handler: %s', async (path) => {
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

  test('names the dates of the day', async () => {
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

  test('of another namespace is refused each time', async () => {
    const { read } = open()
    for (let again = 0; again < 2; again++) expect((await read('?namespace=other')).status).toBe(404)
    expect((await read('')).status).toBe(200)
  })
})
