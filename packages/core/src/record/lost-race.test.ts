import { describe, expect, test } from 'vitest'
import { CalendarError } from '../errors/calendar-error.ts'
import { compareAndSet, isLostRace } from './lost-race.ts'

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('compareAndSet', () => {
  test('returns what the write returns', async () => {
    expect(await compareAndSet(Promise.resolve(7))).toBe(7)
  })

  test.each([
    ['version_conflict', { kind: 'venue', id: 7 }],
    ['not_found', { id: 7 }],
  ] as const)('marks %s and keeps its details', async (code, details) => {
    const failed = new CalendarError(code, details, { message: 'Reported by the store.' })
    const error = await thrownBy(compareAndSet(Promise.reject(failed)))
    expect(error).toMatchObject({ code, details, message: 'Reported by the store.' })
    expect([isLostRace(error), isLostRace(failed)]).toEqual([true, false])
  })

  test.each([new CalendarError('slug_taken', { slug: 'choir' }), new Error('disk full'), 'text', undefined])(
    'leaves %o as it is',
    async (failed) => {
      const error = await thrownBy(compareAndSet(Promise.reject(failed)))
      expect(error).toBe(failed)
      expect(isLostRace(error)).toBe(false)
    },
  )
})
