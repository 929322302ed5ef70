import { describe, expect, test } from 'vitest'
import { anEvent, issuesOf, openCalendar } from '../../../test/open-calendar.ts'
import type { Calendar } from '../../calendar/api.ts'
import type { EventInput } from './schema.ts'

const limit = 262_144
const text = (length: number): string => '😀'.repeat(length)
const whole = text(65_536)
const tooMuch = `must not have more than ${limit} characters of descriptions and excerpts, including those of the event`

/** Counts the code points that its sanitizer receives. */
function countingCalendar(growth = 1): { calendar: Calendar; sanitized: () => number } {
  let sanitized = 0
  const sanitizeHtml = (html: string): string => {
    sanitized += [...html].length
    return html.replaceAll('&', '&'.repeat(growth))
  }
  return { calendar: openCalendar({ sanitizeHtml }).calendar, sanitized: () => sanitized }
}

const hall = (fields: object = {}): { name: string } => ({ name: 'Hall', ...fields })

describe('the HTML of an event and of the records that are created with it', () => {
  test.each<[string, Partial<EventInput>]>([
    ['two texts of the event and two of a venue', { excerpt: whole, venues: hall({ description: whole, excerpt: whole }) }],
    [
      'one text of the event, one of a venue and two of organizers',
      { venues: hall({ description: whole }), organizers: [hall({ description: whole }), hall({ excerpt: whole })] },
    ],
    ['short texts of 96 venues', { venues: Array.from({ length: 96 }, (_, i) => ({ name: `Hall ${i}`, description: text(2_048) })) }],
    [
      'texts of linked venues, which are ignored',
      { venues: Array.from({ length: 9 }, () => ({ id: 1, name: 'Hall', description: whole })) },
    ],
  ])('may be as long as the limit: %s', async (_name, fields) => {
    const { calendar } = countingCalendar()
    const { id } = await calendar.venues.create(hall())
    expect((await calendar.events.create(anEvent({ description: whole, ...fields }))).description).toBe(whole)
    expect((await calendar.events.update((await calendar.events.create(anEvent())).id, fields)).venues.length).toBeLessThanOrEqual(96)
    expect(id).toBe(1)
  })

  test.each<[string, Partial<EventInput>, string]>([
    ['a venue', { excerpt: whole, venues: [hall({ description: whole, excerpt: whole }), hall({ name: 'B', excerpt: 'x' })] }, 'venues'],
    [
      'an organizer',
      { excerpt: whole, venues: hall({ description: whole }), organizers: hall({ description: whole, excerpt: 'x' }) },
      'organizers',
    ],
    ['a hundred venues', { venues: Array.from({ length: 100 }, (_, i) => ({ name: `Hall ${i}`, description: whole })) }, 'venues'],
    ['nine venues with one name', { venues: Array.from({ length: 9 }, () => hall({ description: whole })) }, 'venues'],
  ])('is refused above the limit before it is sanitized, with an issue of the field that exceeds it: %s', async (_name, fields, field) => {
    const { calendar, sanitized } = countingCalendar()
    const { id } = await calendar.events.create(anEvent())
    expect(await issuesOf(calendar.events.create(anEvent({ description: whole, ...fields })))).toEqual({ [field]: tooMuch })
    expect(await issuesOf(calendar.events.update(id, { description: whole, ...fields }))).toEqual({ [field]: tooMuch })
    expect(sanitized()).toBeLessThanOrEqual(2 * limit)
  })

  test('is not sanitized above the limit by createMany either', async () => {
    const { calendar, sanitized } = countingCalendar()
    const venues = Array.from({ length: 5 }, (_, i) => hall({ name: `Hall ${i}`, description: whole }))
    expect(await calendar.events.createMany([anEvent({ venues }), anEvent()], { onError: 'skip' })).toEqual({
      created: 1,
      updated: 0,
      unchanged: 0,
      skipped: 1,
    })
    expect(sanitized()).toBe(0)
  })

  test('is measured before and after it is sanitized', async () => {
    const { calendar } = countingCalendar(4)
    const grows = (n: number): readonly { name: string }[] =>
      Array.from({ length: n }, (_, i) => hall({ name: `Hall ${i}`, description: '&'.repeat(16_384) }))
    expect((await calendar.events.create(anEvent({ venues: grows(4) }))).venues[3]?.description).toBe('&'.repeat(65_536))
    expect(await issuesOf(calendar.events.create(anEvent({ organizers: grows(5) })))).toEqual({ organizers: tooMuch })
  })
})
