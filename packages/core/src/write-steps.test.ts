import { memoryStore } from '@kalends/memory'
import { beforeEach, describe, expect, test } from 'vitest'
import { allowAll } from './access/policy.ts'
import { createCalendar } from './calendar.ts'
import type { Calendar } from './calendar-api.ts'
import { CalendarError } from './errors/calendar-error.ts'
import { type CalendarSteps, requestsOf, withSteps } from './write-steps.ts'

const row = { keyHash: 'key', fingerprint: 'content', atMs: 0, status: 201, headers: '', body: '' }

describe('steps around a write', () => {
  let calendar: Calendar
  let log: string[]
  beforeEach(() => {
    calendar = createCalendar({ store: memoryStore() })
    log = []
    calendar.on('venue.created', () => void log.push('listener'))
  })

  const steps = (given: Partial<CalendarSteps> = {}): CalendarSteps => ({
    enter: async () => void log.push('enter'),
    begin: async () => void log.push('begin'),
    end: async () => void log.push('end'),
    ...given,
  })

  test('run in this order, once for each call, and not around the writes of hooks', async () => {
    calendar.before('venue.create', async ({ tx }) => {
      log.push('hook')
      await tx.tags.create({ name: `Tag ${log.length}` })
    })
    await withSteps(calendar, steps()).venues.create({ name: 'Hall' })
    expect(log).toEqual(['enter', 'begin', 'hook', 'end', 'listener'])
    expect((await calendar.tags.list()).total).toBe(1)
  })

  test('do not run for invalid input, and not for a viewer without permission', async () => {
    await expect(withSteps(calendar, steps()).venues.create({ name: '' })).rejects.toThrow(/valid/)
    const denied = withSteps(calendar, steps()).as(null, { ...allowAll(), may: () => false })
    await expect(denied.venues.create({ name: 'Hall' })).rejects.toThrow(CalendarError)
    expect(log).toEqual([])
  })

  test('get the result, and a calendar and responses inside of the transaction', async () => {
    const seen: unknown[] = []
    const end: CalendarSteps['end'] = async (result, inside) => {
      seen.push(result, (await inside.venues.list()).items[0])
      await requestsOf(inside).insert(row)
      seen.push(await requestsOf(inside).get('key'))
      await inside.tags.create({ name: 'Inside' })
    }
    const venue = await withSteps(calendar, steps({ end })).as(null, allowAll()).venues.create({ name: 'Hall' })
    expect(seen).toEqual([venue, venue, row])
    expect(await requestsOf(calendar).get('key')).toEqual(row)
  })

  test.each(['enter', 'begin', 'end'] as const)('undo everything by an error of %s', async (name) => {
    const insertAndFail = async (_: unknown, inside?: Calendar): Promise<void> => {
      if (inside !== undefined) await requestsOf(inside).insert(row)
      throw new Error(name)
    }
    await expect(withSteps(calendar, steps({ [name]: insertAndFail })).venues.create({ name: 'Hall' })).rejects.toThrow(name)
    expect([(await calendar.venues.list()).total, await requestsOf(calendar).get('key'), log.includes('listener')]).toEqual([
      0,
      undefined,
      false,
    ])
  })

  test('begin again with each attempt of a policy that answers late, whose scopes are asked once', async () => {
    let scopes = 0
    const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
    const late = {
      readable: async (...asked: Parameters<ReturnType<typeof allowAll>['readable']>) => {
        scopes++
        await turn()
        return allowAll().readable(...asked)
      },
      may: async () => {
        await turn()
        return true
      },
    }
    const end: CalendarSteps['end'] = async (_, inside) => {
      log.push(`end ${(await inside.venues.list()).total}`)
    }
    const event = { title: 'Choir', startDate: '2031-05-31 19:30', endDate: '2031-05-31 21:00', venues: { name: 'Hall' } }
    await withSteps(calendar, steps({ end })).as(null, late).events.create(event)
    expect(log.filter((entry) => entry === 'enter').length).toBe(1)
    expect(log.filter((entry) => entry.startsWith('end'))).toEqual(['end 1'])
    expect(scopes).toBe(3)
  })
})
