import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { describeEntry, type Entry } from '../page/history-words.ts'

const zone = 'Europe/Berlin'
const entryOf = (changes: Entry['changes'], more: Partial<Entry> = {}): Entry => ({
  ...{ at: '2031-06-10 10:00:00', actor: '2', verb: 'updated', scope: null, version: 2, changes, ...more },
})
const day = (date: string, time = '00:00:00'): string => `2031-06-${date} ${time}`

describe('an entry of a history as a sentence', () => {
  beforeEach(() => vi.useFakeTimers({ now: Date.parse('2031-06-11T10:20:00Z') }))
  afterEach(() => vi.useRealTimers())

  test.each<[expected: string, changes: Entry['changes']]>([
    [
      'moved it from 19:00 to 20:00',
      {
        start_date: { from: day('20', '19:00:00'), to: day('20', '20:00:00') },
        end_date: { from: day('20', '21:00:00'), to: day('20', '22:00:00') },
      },
    ],
    ['moved it from 20 June 2031 to 21 June 2031', { start_date: { from: day('20', '19:00:00'), to: day('21', '19:00:00') } }],
    [
      'moved it from 20 June 2031, 19:00 to 21 June 2031, 18:00',
      { start_date: { from: day('20', '19:00:00'), to: day('21', '18:00:00') } },
    ],
    [
      'moved it from 19:00 to 19:30 and moved its end from 21:00 to 22:00',
      {
        start_date: { from: day('20', '19:00:00'), to: day('20', '19:30:00') },
        end_date: { from: day('20', '21:00:00'), to: day('20', '22:00:00') },
      },
    ],
    ['moved its end from 21:00 to 22:00', { end_date: { from: day('20', '21:00:00'), to: day('20', '22:00:00') } }],
    ['moved it', { start_date: { from: day('20', '19:00:00'), to: day('20', '21:00:00'), cut: true } }],
    ['changed the seats', { custom_fields: { from: { seats: 8 }, to: { seats: 12 }, cut: true } }],
    [
      'made it last all day',
      {
        all_day: { from: false, to: true },
        start_date: { from: day('20', '19:00:00'), to: day('20') },
        end_date: { from: day('20', '21:00:00'), to: day('20', '23:59:59') },
      },
    ],
    ['changed the title from “Choir” to “Choirs”', { title: { from: 'Choir', to: 'Choirs' } }],
    ['set the cost to “€9”', { cost: { from: '', to: '€9' } }],
    ['removed the cost “€9”', { cost: { from: '€9', to: '' } }],
    ['changed the title', { title: { from: 'Choir', to: 'x'.repeat(81) } }],
    ['changed the title', { title: { from: 'Cho', to: 'Choir', cut: true } }],
    ['changed the description', { description: { from: '<p>a</p>', to: '' } }],
    ['changed the place', { venue: { from: [1], to: [2] } }],
    ['changed whether it is featured', { featured: { from: false, to: true } }],
    ['changed the status from “Draft” to “Published”', { status: { from: 'draft', to: 'publish' } }],
    ['changed whether it takes place from “As announced” to “Moved online”', { event_status: { from: 'scheduled', to: 'moved_online' } }],
    ['changed the author from Eda to Arno', { author: { from: 2, to: 3 } }],
    [
      'set for whom it is to “Professionals” and changed the seats from 8 to 12',
      { custom_fields: { from: { level: null, seats: 8 }, to: { level: 'pro', seats: 12 } } },
    ],
    ['changed it', {}],
  ])('%s', (expected, changes) => {
    expect(describeEntry(entryOf(changes), zone)).toBe(`Eda ${expected} yesterday.`)
  })

  test.each<[expected: string, more: Partial<Entry>]>([
    ['Somebody created it yesterday.', { verb: 'created', actor: '' }],
    ['Somebody put it into the trash yesterday.', { verb: 'trashed', actor: '17' }],
    ['Ada took it out of the trash today.', { verb: 'restored', actor: '1', at: '2031-06-11 09:00:00' }],
    ['Eda changed it on this date and all later ones yesterday.', { scope: 'following' }],
    ['Eda changed it on 9 June 2031.', { at: '2031-06-09 21:59:59' }],
    ['Eda changed it yesterday.', { at: '2031-06-09 22:00:00' }],
  ])('%s', (expected, more) => {
    expect(describeEntry(entryOf({}, more), zone)).toBe(expected)
  })
})
