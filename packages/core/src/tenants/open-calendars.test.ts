import { memoryStore } from '@kalends/memory'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Calendar } from '../calendar/api.ts'
import { createCalendar } from '../calendar/calendar.ts'
import { CalendarError } from '../errors/calendar-error.ts'
import { type OpenCalendarsOptions, openCalendars } from './open-calendars.ts'

const newCalendar = (): Calendar => createCalendar({ store: memoryStore() })

/** Calendars whose opening and closing is noted. */
function noted(options: Partial<OpenCalendarsOptions> = {}) {
  const notes: string[] = []
  const open = (tenant: string) => {
    notes.push(`open ${tenant}`)
    return { calendar: newCalendar(), close: () => void notes.push(`close ${tenant}`) }
  }
  return { notes, calendars: openCalendars({ open, ...options }) }
}

test.each<[string, object]>([
  ['no open', { open: undefined }],
  ['no function', { open: 'open' }],
  ['a misspelt option', { open: newCalendar, idle: 1 }],
  ['no calendar at all', { open: newCalendar, max: 0 }],
  ['half a calendar', { open: newCalendar, max: 0.5 }],
  ['a time that no timer has', { open: newCalendar, idleMs: 2 ** 31 }],
  ['no time to open', { open: newCalendar, openTimeoutMs: 0 }],
  ['a listener that is no function', { open: newCalendar, onError: 'log' }],
])('%s is a TypeError', (_, options) => {
  expect(() => openCalendars(options as unknown as OpenCalendarsOptions)).toThrow(TypeError)
})

test('a tenant is opened once for uses at the same time, and stays open', async () => {
  const { calendars, notes } = noted()
  const [one, other] = await Promise.all([calendars.use('a', (calendar) => calendar), calendars.use('a', (calendar) => calendar)])
  expect(one).toBe(other)
  expect(await calendars.use('a', (calendar) => calendar)).toBe(one)
  expect(notes).toEqual(['open a'])
  await expect(calendars.use(7 as unknown as string, () => undefined)).rejects.toThrow(TypeError)
})

test('the calendar that was used least recently is closed, unless it is in use', async () => {
  const { calendars, notes } = noted({ max: 2 })
  await calendars.use('a', async () => {
    for (const tenant of ['b', 'c', 'b', 'd']) await calendars.use(tenant, () => undefined)
  })
  await calendars.close()
  expect(notes).toEqual(['open a', 'open b', 'open c', 'close b', 'open b', 'open d', 'close c', 'close b', 'close a', 'close d'])
})

test('tenants that are not there close no calendar while they are looked up', async () => {
  const refused = new Promise<never>((_, reject) => setTimeout(() => reject(new CalendarError('not_found', {})), 5))
  const closed: string[] = []
  const calendars = openCalendars({
    max: 2,
    open: (tenant) => (tenant.startsWith('no') ? refused : { calendar: newCalendar(), close: () => void closed.push(tenant) }),
  })
  await calendars.use('a', () => undefined)
  const invented = Array.from({ length: 20 }, (_, at) => calendars.use(`no ${at}`, () => undefined))
  await calendars.use('b', () => undefined)
  await calendars.use('a', () => undefined)
  expect((await Promise.allSettled(invented)).every(({ status }) => status === 'rejected')).toBe(true)
  expect(closed).toEqual([])
  await calendars.use('c', () => undefined)
  await calendars.close()
  expect(closed).toEqual(['b', 'a', 'c'])
})

test('a calendar that nothing uses is closed after a while', async () => {
  const { calendars, notes } = noted({ idleMs: 5 })
  await calendars.use('a', () => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(notes).toEqual(['open a'])
  await vi.waitFor(() => expect(notes).toEqual(['open a', 'close a']))
})

test('closing waits for work, and opening waits for closing', async () => {
  const { calendars, notes } = noted()
  let end = (): void => undefined
  const work = calendars.use('a', () => new Promise<void>((resolve) => (end = resolve)))
  const closed = calendars.close('a').then(() => notes.push('closed'))
  const next = calendars.use('a', () => void notes.push('used again'))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(notes).toEqual(['open a'])
  end()
  await Promise.all([work, closed, next])
  expect(notes.filter((note) => note !== 'closed')).toEqual(['open a', 'close a', 'open a', 'used again'])
})

test('a tenant that cannot be opened is its own failure, and tried again', async () => {
  const failures: unknown[] = [new Error('no such host'), new CalendarError('not_found', {})]
  const open = async (tenant: string) => {
    if (tenant === 'b' && failures.length > 0) throw failures.shift()
    return { calendar: newCalendar() }
  }
  const calendars = openCalendars({ open })
  await expect(calendars.use('b', () => undefined)).rejects.toMatchObject({ code: 'unavailable', cause: { message: 'no such host' } })
  await expect(calendars.use('b', () => undefined)).rejects.toMatchObject({ code: 'not_found' })
  expect(await calendars.use('a', () => 'works')).toBe('works')
  expect(await calendars.use('b', () => 'works')).toBe('works')
  await expect(calendars.use('b', () => Promise.reject(new Error('of the work')))).rejects.toThrow('of the work')
  await calendars.close()
})

test('a failed close goes to onError, whose own failure ends there', async () => {
  const close = () => Promise.reject(new Error('cannot close'))
  const seen: string[] = []
  const onError = (error: unknown, tenant: string) => {
    seen.push(`${tenant}: ${String(error)}`)
    throw new Error('of the host')
  }
  const calendars = openCalendars({ open: () => ({ calendar: newCalendar(), close }), onError })
  await calendars.use('a', () => undefined)
  await calendars.close()
  expect(seen).toEqual(['a: Error: cannot close'])
})

test('in any order of uses, ends and closings, each tenant has one open calendar at most, which is closed once, after its uses', async () => {
  const step = fc.record({
    tenant: fc.constantFrom('a', 'b', 'c', 'd'),
    what: fc.constantFrom('use', 'use', 'use', 'close', 'close all'),
    fails: fc.boolean(),
    turns: fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)),
  })
  const wait = async (turns: number): Promise<void> => {
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.integer({ min: 1, max: 3 }), async (steps, max) => {
      const live = new Map<string, Calendar>()
      const used = new Map<Calendar, number>()
      let turns = [0, 0, 0]
      let fails = false
      const open = async (tenant: string) => {
        const [opening = 0, closing = 0] = turns
        const failing = fails
        await wait(opening)
        if (failing) throw new CalendarError('not_found', {})
        const calendar = newCalendar()
        expect(live.has(tenant)).toBe(false)
        live.set(tenant, calendar)
        const close = async (): Promise<void> => {
          expect(used.get(calendar) ?? 0).toBe(0)
          await wait(closing)
          expect(live.get(tenant)).toBe(calendar)
          live.delete(tenant)
        }
        return { calendar, close }
      }
      const seen: unknown[] = []
      const calendars = openCalendars({ open, max, onError: (error) => seen.push(error) })
      const ended = steps.map(async ({ tenant, what, ...given }, index) => {
        await wait(index)
        ;({ turns, fails } = given)
        if (what !== 'use') return calendars.close(what === 'close' ? tenant : undefined)
        const [, , working] = given.turns
        const work = async (calendar: Calendar): Promise<void> => {
          used.set(calendar, (used.get(calendar) ?? 0) + 1)
          expect(live.get(tenant)).toBe(calendar)
          await wait(working ?? 0)
          expect(live.get(tenant)).toBe(calendar)
          used.set(calendar, (used.get(calendar) ?? 0) - 1)
        }
        await calendars.use(tenant, work).catch((error: unknown) => expect(error).toMatchObject({ code: 'not_found' }))
      })
      await Promise.all(ended)
      await wait(10)
      expect(live.size).toBeLessThanOrEqual(max)
      await calendars.close()
      expect(live.size).toBe(0)
      expect(seen).toEqual([])
    }),
    { numRuns: 100 },
  )
})

test('a calendar that is not open in time is unavailable, and closed before the tenant is opened again', async () => {
  const notes: string[] = []
  let finish: (() => void) | undefined
  const calendars = openCalendars({
    openTimeoutMs: 20,
    open: async (tenant) => {
      notes.push('open')
      if (tenant === 'slow' && finish === undefined) await new Promise<void>((resolve) => (finish = resolve))
      return { calendar: newCalendar(), close: () => void notes.push('close') }
    },
  })
  const use = (tenant: string): Promise<unknown> => calendars.use(tenant, () => notes.push('use'))
  await expect(use('slow')).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('20 milliseconds') })
  // The file of the first one may still be opened: a second one waits for its end.
  await expect(use('slow')).rejects.toMatchObject({ code: 'unavailable' })
  await use('fast')
  expect(notes).toEqual(['open', 'open', 'use'])
  finish?.()
  await calendars.close('slow')
  await use('slow')
  expect(notes).toEqual(['open', 'open', 'use', 'close', 'open', 'use'])
  await calendars.close()
})
