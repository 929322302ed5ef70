import { CalendarError, createCalendar, publicReadOnly } from '@kalends/core'
import { errorCodes, invalidInput } from '@kalends/core/internal'
import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { toProblem } from '../src/index.ts'
import { concert, startCalendar } from './support.ts'

const calendar = createCalendar({ store: memoryStore() })

/** The error that a call of the TypeScript API throws. */
const thrownBy = (call: () => Promise<unknown>): Promise<unknown> =>
  call().then(
    () => undefined,
    (error: unknown) => error,
  )

describe('toProblem', () => {
  test.each([
    ['not_found', 'GET', '/events/77', undefined, () => calendar.events.get(77)],
    [
      'unauthenticated',
      'POST',
      '/events',
      concert,
      () => calendar.as(null, publicReadOnly()).events.create({ title: 'A', startDate: '2031-01-01', endDate: '2031-01-01' }),
    ],
    [
      'invalid_input',
      'POST',
      '/events',
      { title: '', start_date: '2031-02-30', end_date: '2031-01-01', venue: { city: 'Rome' } },
      () => calendar.events.create({ title: '', startDate: '2031-02-30', endDate: '2031-01-01', venues: { city: 'Rome' } as never }),
    ],
    [
      'page_out_of_range',
      'GET',
      '/events?page=3',
      undefined,
      () => Promise.reject(new CalendarError('page_out_of_range', { page: 3, totalPages: 0 })),
    ],
  ] as const)('returns for %s the body and status that the handler sends', async (code, method, path, body, call) => {
    const { request } = startCalendar({ ...(code === 'unauthenticated' && { access: publicReadOnly() }) })
    const reply = await request(method, path, body)
    const problem = toProblem(await thrownBy(call), { kind: 'event' })
    expect(problem.body).toEqual(reply.body)
    expect([problem.status, problem.body['code']]).toEqual([reply.status, code])
    expect(problem.headers['Content-Type']).toBe(reply.headers.get('content-type'))
  })

  const withDetails: readonly string[] = ['invalid_input', 'invalid_json', 'method_not_allowed', 'unsupported_media_type', 'venue_busy']

  test.each(errorCodes.filter((code) => !withDetails.includes(code)))('has a body and a status for %s', async (code) => {
    // `toProblem` reads no details of these codes.
    const { status, body } = toProblem(new CalendarError(code, {} as never))
    expect([body['code'], Reflect.get(Object(body['data']), 'status')]).toEqual([code, status])
  })

  test('names fields as TypeScript does unless a kind is given', () => {
    const error = invalidInput({ startDate: { code: 'required' }, name: { code: 'required' } })
    const names = (kind?: 'event' | 'venue'): unknown =>
      Object.keys(Object(Reflect.get(Object(toProblem(error, { kind }).body['data']), 'params')))
    expect(names()).toEqual(['startDate', 'name'])
    expect(names('event')).toEqual(['start_date', 'name'])
    expect(names('venue')).toEqual(['startDate', 'venue'])
  })

  test.each([new Error('password=hunter2'), 'text', null, undefined])('hides the unknown error %s', (thrown) => {
    const { status, body } = toProblem(thrown)
    expect([status, body]).toEqual([500, { code: 'internal', message: 'Something went wrong.', data: { status: 500 } }])
  })

  test('sets Retry-After, and forbids caching', () => {
    expect(toProblem(new CalendarError('unavailable', { retryAfterSeconds: 7 })).headers).toEqual({
      'Content-Type': 'application/json; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
      'Retry-After': '7',
    })
  })
})
