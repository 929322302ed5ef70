import { expect, test } from 'vitest'
import { changesOf, linesOf, openMarket } from '../../../../../test/series.ts'
import type { Calendar } from '../../../../calendar/api.ts'

type Work = (events: Calendar['events']) => Promise<unknown>

/** Changes of a market on four Tuesdays, with the id 1 and the occurrences 2 to 5; each with the records that differ after it. */
const changes: readonly (readonly [name: string, work: Work, records: readonly string[]])[] = [
  [
    'sent back, an occurrence stays as it is',
    (events) => events.update(3, { title: 'Market', startDate: '2026-06-09 10:00', uid: 'x', recurrence: 'FREQ=DAILY' }),
    [],
  ],
  [
    'this: a new value is an override',
    (events) => events.update(3, { title: 'Night', startDate: '2026-06-10 20:00', endDate: '2026-06-10 23:00' }),
    ['3 of 1 at 06-09T10:00 06-10T20:00 to 23:00 Night publish times title v2'],
  ],
  [
    'this: the value of the series is no override',
    async (events) => {
      await events.update(3, { title: 'X' })
      await events.update(3, { title: 'Market' })
    },
    [
      '1 series market 06-02T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=4 v2',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market publish v3',
    ],
  ],
  [
    'this: a member that is missing in `overridden` gets the value of the series again',
    async (events) => {
      await events.update(3, { title: 'X', startDate: '2026-06-10 20:00', endDate: '2026-06-10 23:00' })
      await events.update(3, { title: 'X', recurrence: { overridden: ['title'] } })
    },
    [
      '1 series market 06-02T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=4 v2',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 X publish title v3',
    ],
  ],
  [
    'this: with an empty `overridden`, all members get the values of the series again',
    async (events) => {
      await events.update(3, { title: 'X', startDate: '2026-06-10 20:00', endDate: '2026-06-10 23:00' })
      await events.update(3, { title: 'X', recurrence: { overridden: [] } })
    },
    [
      '1 series market 06-02T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=4 v2',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market publish v3',
    ],
  ],
  [
    'all: a new title changes no overridden title',
    async (events) => {
      await events.update(3, { title: 'X' })
      await events.update(1, { title: 'Fair' })
    },
    [
      '1 series market 06-02T10:00 to 12:00 Fair publish FREQ=WEEKLY;COUNT=4 v2',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Fair publish v2',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 X publish title v2',
      '4 of 1 at 06-16T10:00 06-16T10:00 to 12:00 Fair publish v2',
      '5 of 1 at 06-23T10:00 06-23T10:00 to 12:00 Fair publish v2',
    ],
  ],
  [
    'all, by an occurrence: its own override is removed',
    async (events) => {
      await events.update(3, { title: 'X' })
      await events.update(3, { title: 'Fair' }, { scope: 'all' })
    },
    [
      '1 series market 06-02T10:00 to 12:00 Fair publish FREQ=WEEKLY;COUNT=4 v2',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Fair publish v2',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Fair publish v3',
      '4 of 1 at 06-16T10:00 06-16T10:00 to 12:00 Fair publish v2',
      '5 of 1 at 06-23T10:00 06-23T10:00 to 12:00 Fair publish v2',
    ],
  ],
  [
    'all, by an occurrence: its overrides are removed if the series has the new values already',
    async (events) => {
      await events.update(3, { title: 'X', status: 'draft' })
      await events.update(3, { title: 'Market', status: 'publish' }, { scope: 'all' })
    },
    [
      '1 series market 06-02T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=4 v2',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market publish v3',
    ],
  ],
  [
    'all: occurrences get the new flags, and the status unless they override it',
    async (events) => {
      await events.update(3, { status: 'draft' })
      await events.update(1, { status: 'private', featured: true })
    },
    [
      '1 series market 06-02T10:00 to 12:00 Market private FREQ=WEEKLY;COUNT=4 v2',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Market private v2',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market draft status v3',
      '4 of 1 at 06-16T10:00 06-16T10:00 to 12:00 Market private v2',
      '5 of 1 at 06-23T10:00 06-23T10:00 to 12:00 Market private v2',
    ],
  ],
  [
    'all: a move by an hour',
    async (events) => {
      await events.update(3, { startDate: '2026-06-10 20:00', endDate: '2026-06-10 23:00' })
      await events.update(4, { startDate: '2026-06-16 11:00', endDate: '2026-06-16 13:00' }, { scope: 'all' })
    },
    [
      '1 series market 06-02T11:00 to 13:00 Market publish FREQ=WEEKLY;COUNT=4 v2',
      '2 of 1 at 06-02T11:00 06-02T11:00 to 13:00 Market publish v2',
      '3 of 1 at 06-09T11:00 06-10T20:00 to 23:00 Market publish times v3',
      '4 of 1 at 06-16T11:00 06-16T11:00 to 13:00 Market publish v2',
      '5 of 1 at 06-23T11:00 06-23T11:00 to 13:00 Market publish v2',
    ],
  ],
  [
    'all, by a moved occurrence: a move by a day',
    async (events) => {
      await events.update(3, { startDate: '2026-06-10 20:00', endDate: '2026-06-10 23:00' })
      await events.update(3, { startDate: '2026-06-11 20:00', endDate: '2026-06-11 23:00' }, { scope: 'all' })
    },
    [
      '1 series market 06-03T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=4 v2',
      '2 of 1 at 06-03T10:00 06-03T10:00 to 12:00 Market publish v2',
      '3 of 1 at 06-10T10:00 06-11T20:00 to 23:00 Market publish times v3',
      '4 of 1 at 06-17T10:00 06-17T10:00 to 12:00 Market publish v2',
      '5 of 1 at 06-24T10:00 06-24T10:00 to 12:00 Market publish v2',
    ],
  ],
  [
    'all: a move by a week moves every key',
    (events) => events.update(1, { startDate: '2026-06-09 10:00', endDate: '2026-06-09 12:00' }),
    [
      '1 series market 06-09T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=4 v2',
      '2 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market publish v2',
      '3 of 1 at 06-16T10:00 06-16T10:00 to 12:00 Market publish v2',
      '4 of 1 at 06-23T10:00 06-23T10:00 to 12:00 Market publish v2',
      '5 of 1 at 06-30T10:00 06-30T10:00 to 12:00 Market publish v2',
    ],
  ],
  [
    'all: another length',
    async (events) => {
      await events.update(3, { startDate: '2026-06-10 20:00', endDate: '2026-06-10 23:00' })
      await events.update(4, { endDate: '2026-06-16 14:00' }, { scope: 'all' })
    },
    [
      '1 series market 06-02T10:00 to 14:00 Market publish FREQ=WEEKLY;COUNT=4 v2',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 14:00 Market publish v2',
      '3 of 1 at 06-09T10:00 06-10T20:00 to 23:00 Market publish times v2',
      '4 of 1 at 06-16T10:00 06-16T10:00 to 14:00 Market publish v2',
      '5 of 1 at 06-23T10:00 06-23T10:00 to 14:00 Market publish v2',
    ],
  ],
  [
    'all: another zone keeps the clock times',
    (events) => events.update(1, { timeZone: 'Asia/Tokyo' }),
    [
      '1 series market 06-02T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=4 v2',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Market publish v2',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market publish v2',
      '4 of 1 at 06-16T10:00 06-16T10:00 to 12:00 Market publish v2',
      '5 of 1 at 06-23T10:00 06-23T10:00 to 12:00 Market publish v2',
    ],
  ],
  [
    'all: a change to all-day moves every key to midnight',
    (events) => events.update(1, { allDay: true }),
    [
      '1 series market 06-02T00:00 to 23:59 Market publish FREQ=WEEKLY;COUNT=4 v2',
      '2 of 1 at 06-02T00:00 06-02T00:00 to 23:59 Market publish v2',
      '3 of 1 at 06-09T00:00 06-09T00:00 to 23:59 Market publish v2',
      '4 of 1 at 06-16T00:00 06-16T00:00 to 23:59 Market publish v2',
      '5 of 1 at 06-23T00:00 06-23T00:00 to 23:59 Market publish v2',
    ],
  ],
  [
    'all: a new rule keeps changed occurrences as dates',
    async (events) => {
      await events.update(3, { title: 'X' })
      await events.update(1, { recurrence: 'FREQ=WEEKLY;INTERVAL=2;COUNT=3' })
    },
    [
      '1 series market 06-02T10:00 to 12:00 Market publish FREQ=WEEKLY;INTERVAL=2;COUNT=3 2026-06-09T10:00:00 v2',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Market publish v2',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 X publish title v3',
      '4 of 1 at 06-16T10:00 06-16T10:00 to 12:00 Market publish v2',
      '6 of 1 at 06-30T10:00 06-30T10:00 to 12:00 Market publish v1',
      'gone: 5',
    ],
  ],
  [
    'all: an excluded date loses its occurrence, even a changed one',
    async (events) => {
      await events.update(3, { title: 'X' })
      await events.update(1, { recurrence: { except: ['2026-06-09'] } })
    },
    [
      '1 series market 06-02T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=4 -2026-06-09T10:00:00 v2',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Market publish v2',
      '4 of 1 at 06-16T10:00 06-16T10:00 to 12:00 Market publish v2',
      '5 of 1 at 06-23T10:00 06-23T10:00 to 12:00 Market publish v2',
      'gone: 3',
    ],
  ],
  [
    'all: a further date is added, and the rule stays',
    (events) => events.update(1, { recurrence: { dates: ['2026-06-10'] } }),
    [
      '1 series market 06-02T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=4 2026-06-10T10:00:00 v2',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Market publish v2',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market publish v2',
      '4 of 1 at 06-16T10:00 06-16T10:00 to 12:00 Market publish v2',
      '5 of 1 at 06-23T10:00 06-23T10:00 to 12:00 Market publish v2',
      '6 of 1 at 06-10T10:00 06-10T10:00 to 12:00 Market publish v1',
    ],
  ],
  [
    'all: null makes the series a single event',
    async (events) => {
      await events.update(2, { startDate: '2026-06-10 20:00', endDate: '2026-06-10 23:00' })
      await events.update(1, { recurrence: null })
    },
    ['1 single market 06-10T20:00 to 23:00 Market publish v2', 'gone: 2 3 4 5'],
  ],
  [
    'following: the series is split',
    async (events) => {
      await events.update(5, { title: 'X' })
      await events.update(4, { title: 'Fair' }, { scope: 'following' })
    },
    [
      '1 series market 06-02T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=2 v2',
      '6 series market-2 06-16T10:00 to 12:00 Fair publish FREQ=WEEKLY;COUNT=2 v1',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Market publish v2',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market publish v2',
      '4 of 6 at 06-16T10:00 06-16T10:00 to 12:00 Fair publish v2',
      '5 of 6 at 06-23T10:00 06-23T10:00 to 12:00 X publish title v3',
    ],
  ],
  [
    'following: from the first date on, it means all',
    (events) => events.update(2, { title: 'Fair' }, { scope: 'following' }),
    [
      '1 series market 06-02T10:00 to 12:00 Fair publish FREQ=WEEKLY;COUNT=4 v2',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Fair publish v2',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Fair publish v2',
      '4 of 1 at 06-16T10:00 06-16T10:00 to 12:00 Fair publish v2',
      '5 of 1 at 06-23T10:00 06-23T10:00 to 12:00 Fair publish v2',
    ],
  ],
  [
    'following: the later part moves',
    (events) => events.update(4, { startDate: '2026-06-17 11:00', endDate: '2026-06-17 13:00' }, { scope: 'following' }),
    [
      '1 series market 06-02T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=2 v2',
      '6 series market-2 06-17T11:00 to 13:00 Market publish FREQ=WEEKLY;COUNT=2 v1',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Market publish v2',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market publish v2',
      '4 of 6 at 06-17T11:00 06-17T11:00 to 13:00 Market publish v2',
      '5 of 6 at 06-24T11:00 06-24T11:00 to 13:00 Market publish v2',
    ],
  ],
  [
    'following: the later part gets a new rule',
    (events) => events.update(4, { recurrence: 'FREQ=DAILY;COUNT=3' }, { scope: 'following' }),
    [
      '1 series market 06-02T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=2 v2',
      '6 series market-2 06-16T10:00 to 12:00 Market publish FREQ=DAILY;COUNT=3 v1',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Market publish v2',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market publish v2',
      '4 of 6 at 06-16T10:00 06-16T10:00 to 12:00 Market publish v2',
      '7 of 6 at 06-17T10:00 06-17T10:00 to 12:00 Market publish v1',
      '8 of 6 at 06-18T10:00 06-18T10:00 to 12:00 Market publish v1',
      'gone: 5',
    ],
  ],
  [
    'following: the series is split at an extra date',
    async (events) => {
      await events.update(1, { recurrence: { dates: ['2026-06-12'] } })
      await events.update(6, { title: 'Fair' }, { scope: 'following' })
    },
    [
      '1 series market 06-02T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=2 v3',
      '7 series market-2 06-16T10:00 to 12:00 Fair publish FREQ=WEEKLY;COUNT=2 2026-06-12T10:00:00 v1',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Market publish v3',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market publish v3',
      '4 of 7 at 06-16T10:00 06-16T10:00 to 12:00 Fair publish v3',
      '5 of 7 at 06-23T10:00 06-23T10:00 to 12:00 Fair publish v3',
      '6 of 7 at 06-12T10:00 06-12T10:00 to 12:00 Fair publish v2',
    ],
  ],
  ['trash: one', (events) => events.trash(3), ['3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market trash status v2']],
  [
    'restore: one',
    async (events) => {
      await events.trash(3)
      await events.restore(3)
    },
    [
      '1 series market 06-02T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=4 v2',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market publish v3',
    ],
  ],
  [
    'trash: all',
    async (events) => {
      await events.trash(3)
      await events.trash(1)
    },
    [
      '1 series market__trashed 06-02T10:00 to 12:00 Market trash FREQ=WEEKLY;COUNT=4 v2',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Market trash v2',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market trash status v2',
      '4 of 1 at 06-16T10:00 06-16T10:00 to 12:00 Market trash v2',
      '5 of 1 at 06-23T10:00 06-23T10:00 to 12:00 Market trash v2',
    ],
  ],
  [
    'restore: all except occurrences that were trashed alone',
    async (events) => {
      await events.trash(3)
      await events.update(4, { status: 'draft' })
      await events.trash(1)
      await events.restore(1)
    },
    [
      '1 series market 06-02T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=4 v3',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Market publish v3',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market trash status v2',
      '4 of 1 at 06-16T10:00 06-16T10:00 to 12:00 Market draft status v4',
      '5 of 1 at 06-23T10:00 06-23T10:00 to 12:00 Market publish v3',
    ],
  ],
  [
    'trash: following',
    (events) => events.trash(4, { scope: 'following' }),
    [
      '1 series market 06-02T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=2 v2',
      '6 series market__trashed 06-16T10:00 to 12:00 Market trash FREQ=WEEKLY;COUNT=2 v1',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Market publish v2',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market publish v2',
      '4 of 6 at 06-16T10:00 06-16T10:00 to 12:00 Market trash v2',
      '5 of 6 at 06-23T10:00 06-23T10:00 to 12:00 Market trash v2',
    ],
  ],
  [
    'restore: following',
    async (events) => {
      await events.trash(1)
      await events.restore(4, { scope: 'following' })
    },
    [
      '1 series market__trashed 06-02T10:00 to 12:00 Market trash FREQ=WEEKLY;COUNT=2 v3',
      '6 series market 06-16T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=2 v1',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Market trash v3',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market trash v3',
      '4 of 6 at 06-16T10:00 06-16T10:00 to 12:00 Market publish v3',
      '5 of 6 at 06-23T10:00 06-23T10:00 to 12:00 Market publish v3',
    ],
  ],
  [
    'delete: one',
    (events) => events.delete(3),
    [
      '1 series market 06-02T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=4 -2026-06-09T10:00:00 v2',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Market publish v2',
      '4 of 1 at 06-16T10:00 06-16T10:00 to 12:00 Market publish v2',
      '5 of 1 at 06-23T10:00 06-23T10:00 to 12:00 Market publish v2',
      'gone: 3',
    ],
  ],
  [
    'delete: a hidden one leaves a date that nobody can read, and the series as it is',
    async (events) => {
      await events.update(3, { status: 'draft', title: 'X' })
      await events.delete(3)
    },
    ['3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market deleted status v3'],
  ],
  [
    'delete: the date of a deleted one follows the series, and stays deleted',
    async (events) => {
      await events.trash(3)
      await events.delete(3)
      await events.trash(1)
      await events.restore(1)
      await events.update(1, { title: 'Fair' })
    },
    [
      '1 series market 06-02T10:00 to 12:00 Fair publish FREQ=WEEKLY;COUNT=4 v4',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Fair publish v4',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Fair deleted status v4',
      '4 of 1 at 06-16T10:00 06-16T10:00 to 12:00 Fair publish v4',
      '5 of 1 at 06-23T10:00 06-23T10:00 to 12:00 Fair publish v4',
    ],
  ],
  [
    'delete: an extra date',
    async (events) => {
      await events.update(1, { recurrence: { dates: ['2026-06-12'] } })
      await events.delete(6)
    },
    [
      '1 series market 06-02T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=4 v3',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Market publish v3',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market publish v3',
      '4 of 1 at 06-16T10:00 06-16T10:00 to 12:00 Market publish v3',
      '5 of 1 at 06-23T10:00 06-23T10:00 to 12:00 Market publish v3',
    ],
  ],
  [
    'delete: following',
    (events) => events.delete(4, { scope: 'following' }),
    [
      '1 series market 06-02T10:00 to 12:00 Market publish FREQ=WEEKLY;COUNT=2 v2',
      '2 of 1 at 06-02T10:00 06-02T10:00 to 12:00 Market publish v2',
      '3 of 1 at 06-09T10:00 06-09T10:00 to 12:00 Market publish v2',
      'gone: 4 5',
    ],
  ],
  ['delete: all', (events) => events.delete(4, { scope: 'all' }), ['gone: 1 2 3 4 5']],
]

test.each(changes)('%s', async (_, work, records) => {
  const open = await openMarket()
  const before = linesOf(open)
  await work(open.calendar.events)
  expect(changesOf(before, linesOf(open))).toEqual(records)
})
