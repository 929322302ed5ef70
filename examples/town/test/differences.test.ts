import { expect, test } from 'vitest'
import { compareEvents, describeDifferences } from '../page/differences.ts'

const [choir, fair, market] = [
  { id: '1', title: 'Choir', start: '2031-06-11' },
  { id: '2', title: 'Fair', start: '2031-06-12' },
  { id: '3', title: 'Market', start: '2031-06-13' },
]

test.each([
  ['nothing', [choir, fair], [choir, fair], ''],
  ['another order', [choir, fair], [fair, choir], ''],
  ['an event more', [choir], [choir, fair], 'New: Fair.'],
  ['another title', [choir, fair], [choir, { ...fair, title: 'Parade' }], 'Changed: Parade.'],
  ['another day', [choir], [{ ...choir, start: '2031-06-14' }], 'Changed: Choir.'],
  ['an event less', [choir, fair], [choir], 'No longer here: Fair.'],
  ['three of them', [choir, fair], [{ ...choir, title: 'Quartet' }, market], '3 events have changed.'],
])('describes %s', (_, before, now, text) => {
  expect(describeDifferences(compareEvents(before, now))).toBe(text)
})
