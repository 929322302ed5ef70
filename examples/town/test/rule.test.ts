import { buildApp } from 'example-server/app.ts'
import { readSettings } from 'example-server/settings.ts'
import { describe, expect, test } from 'vitest'
import { addDays, isInLast, isOtherRepetition, noRepetition, nthOf, type Repetition, toRepetition, toRule } from '../page/rule.ts'
import { repeatText } from '../page/rule-words.ts'

const { calendar } = await buildApp(await readSettings({ STORE: 'memory', DEMO: '0' }))

/** The canonical rule and the first dates that the calendar computes. */
const preview = (rule: string, startDate: string) => calendar.events.previewSeries({ startDate, endDate: startDate, recurrence: rule })

const text = (rule: string, start: string, lists: { dates?: readonly string[]; except?: readonly string[]; id?: string } = {}): string =>
  repeatText({ id: '', dates: [], except: [], ...lists, rule }, start)

describe('a repetition of the form', () => {
  const choices: readonly Partial<Repetition>[] = [
    { repeat: 'DAILY', interval: '3' },
    { repeat: 'WEEKLY' },
    { repeat: 'WEEKLY', interval: '2', weekdays: 'MO,SU', ends: 'count', count: '9' },
    ...['day', 'nth', 'last', 'lastDay'].flatMap((monthBy) => [
      { repeat: 'MONTHLY', monthBy },
      { repeat: 'YEARLY', interval: '2', monthBy, ends: 'until', until: '2060-12-31' },
    ]),
  ]

  test.each(choices)('%o becomes a rule that contains its start, and the canonical rule becomes the same repetition', async (choice) => {
    const repetition = { ...noRepetition, ...choice }
    for (let day = '2031-01-01'; day < '2032-01-01'; day = addDays(day, 13)) {
      const { monthBy } = repetition
      const isPossible = { nth: nthOf(day) < 5, last: isInLast(7, day), lastDay: isInLast(1, day) }[monthBy] ?? true
      if (!isPossible) continue
      const { rule, dates } = await preview(toRule(repetition, day), `${day} 10:00`)
      expect(dates[0]?.startDate).toBe(`${day} 10:00:00`)
      expect(toRule(toRepetition(rule, `${day} 10:00:00`), day)).toBe(toRule(repetition, day))
      expect(toRepetition(rule, `${day} 10:00:00`).repeat).toBe(repetition.repeat)
    }
  })

  test.each([
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'FREQ=MONTHLY;BYMONTHDAY=10,20',
    'FREQ=DAILY;BYMONTH=6',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU',
    'FREQ=YEARLY;BYYEARDAY=161',
    'FREQ=WEEKLY;UNTIL=20310624T000000;BYDAY=TU',
    '',
  ])('keeps the rule “%s”, which it cannot express', (rule) => {
    const kept = toRepetition(rule, '2031-06-10 10:00:00')
    expect(kept).toEqual({ ...noRepetition, repeat: 'RULE', rule })
    expect(toRule(kept, '2031-06-10')).toBe(rule)
  })

  test.each(['FREQ=DAILY', 'FREQ=WEEKLY', 'FREQ=MONTHLY', 'FREQ=YEARLY', 'FREQ=WEEKLY;UNTIL=20310624T100000'])(
    'takes the day of %s from the start',
    (rule) => {
      expect(toRepetition(rule, '2031-06-10 10:00:00').repeat).toBe(/[A-Z]+(?=;|$)/.exec(rule.replace(/;.*/, ''))?.[0])
    },
  )

  test('stays the same if its weekdays move with its start, and differs with other weekdays', () => {
    const weekly = toRepetition('FREQ=WEEKLY;BYDAY=TU,FR', '2031-06-10 10:00:00')
    const onWednesday = toRepetition('FREQ=WEEKLY;BYDAY=WE,SA', '2031-06-11 10:00:00')
    expect(isOtherRepetition(weekly, '2031-06-10', onWednesday, '2031-06-11')).toBe(false)
    expect(isOtherRepetition(weekly, '2031-06-10', { ...onWednesday, weekdays: 'FR' }, '2031-06-11')).toBe(true)
    expect(isOtherRepetition(weekly, '2031-06-10', noRepetition, '2031-06-10')).toBe(true)
    expect(isOtherRepetition({ ...noRepetition, repeat: 'RULE' }, '2031-06-10', noRepetition, '2031-06-10')).toBe(true)
  })
})

describe('the words of a rule', () => {
  test.each([
    ['FREQ=DAILY', 'every day'],
    ['FREQ=DAILY;INTERVAL=2;COUNT=1', 'every second day, 1 time'],
    ['FREQ=WEEKLY', 'every Tuesday'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', 'every second Tuesday'],
    ['FREQ=WEEKLY;INTERVAL=6;BYDAY=TU', 'every 6th Tuesday'],
    ['FREQ=WEEKLY;COUNT=10;BYDAY=TU,FR', 'every Tuesday and Friday, 10 times'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,WE,FR', 'every second week on Tuesday, Wednesday and Friday'],
    ['FREQ=MONTHLY', 'on the 10th of every month'],
    ['FREQ=MONTHLY;INTERVAL=3;BYDAY=2TU', 'on the second Tuesday of every third month'],
    ['FREQ=YEARLY;UNTIL=20401231T235959', 'every year on 10 June, until 31 December 2040'],
    ['FREQ=YEARLY;INTERVAL=4;BYMONTH=6;BYDAY=2TU', 'every fourth year on the second Tuesday of June'],
    ['FREQ=MONTHLY;BYMONTHDAY=10,20', 'by the rule FREQ=MONTHLY;BYMONTHDAY=10,20'],
  ])('%s is “%s”', (rule, words) => {
    expect(text(rule, '2031-06-10 10:00:00')).toBe(words)
  })

  test('name the last days of a month, and days by their number', () => {
    expect(text('FREQ=MONTHLY;BYDAY=-1FR', '2031-06-27 10:00:00')).toBe('on the last Friday of every month')
    expect(text('FREQ=MONTHLY;BYMONTHDAY=-1', '2031-06-30 10:00:00')).toBe('on the last day of every month')
    const numbers = [1, 2, 3, 11, 12, 13, 21, 22, 23].map((day) => text('FREQ=MONTHLY', `2031-06-${String(day).padStart(2, '0')} 10:00:00`))
    expect(numbers.map((words) => words.split(' ')[2])).toEqual(['1st', '2nd', '3rd', '11th', '12th', '13th', '21st', '22nd', '23rd'])
  })

  test('count the dates beside the rule, and go by the original day of a date that was moved', () => {
    const lists = { dates: ['2031-06-12 10:00:00'], except: ['2031-06-17 10:00:00', '2031-06-24 10:00:00'] }
    expect(text('FREQ=WEEKLY;BYDAY=TU', '2031-06-10 10:00:00', lists)).toBe('every Tuesday, and on 1 more date, but not on 2 dates')
    expect(text('FREQ=WEEKLY;BYDAY=TU', '2031-06-11 18:00:00', { id: '2031-06-10 10:00:00' })).toBe('every Tuesday')
    expect(text('', '2031-06-10 10:00:00', { dates: ['2031-06-12 10:00:00'] })).toBe('on 2 chosen dates')
  })
})
