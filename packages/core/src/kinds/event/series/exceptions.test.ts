import { expect, test } from 'vitest'
import { openMarket } from '../../../../test/series.ts'
import type { EventSeries } from './exceptions.ts'

const textsOf = (all: readonly EventSeries[]): readonly string[] =>
  all.map(
    ({ series, changed, except }) =>
      `${series.title}: ${changed.map(({ title, recurrence }) => `${title} ${recurrence?.id.slice(5, 10)}`).join(', ')}; ${except.map((date) => date.slice(5, 10)).join(', ')}`,
  )

test('a series comes with its exceptions', async () => {
  const { calendar } = await openMarket()
  const { events } = calendar
  expect(textsOf(await events.series([1]))).toEqual(['Market: ; '])
  await events.update(2, { title: 'Fair' })
  await events.trash(3)
  await events.delete(4)
  expect(textsOf(await events.series([1]))).toEqual(['Market: Fair 06-02; 06-09, 06-16'])
  expect(textsOf(await events.series([1, 2, 99]))).toEqual(['Market: Fair 06-02; 06-09, 06-16'])
  expect(await events.series([])).toEqual([])
})

test('the dates of occurrences that do not match the list are in except, whatever the dates of the list', async () => {
  const { calendar } = await openMarket()
  const { events } = calendar
  await events.update(2, { title: 'Fair', featured: true })
  await events.update(3, { status: 'draft' })
  await events.update(4, { hidden: true })
  const far = { from: '2031-01-01', startsFrom: '2031-01-01', startsUntil: '2031-02-01' }
  expect(textsOf(await events.series([1], far))).toEqual(['Market: Fair 06-02; 06-09, 06-16'])
  expect(textsOf(await events.series([1], { featured: false }))).toEqual(['Market: ; 06-02, 06-09, 06-16'])
  expect(textsOf(await events.series([1], { featured: true }))).toEqual([])
  expect(textsOf(await events.series([1], { ids: 7, seriesIds: 9, series: 'next' }))).toEqual(['Market: Fair 06-02; 06-09, 06-16'])
  expect(textsOf(await events.series([1], { status: 'any', hidden: 'include' }))).toEqual([
    'Market: Fair 06-02, Market 06-09, Market 06-16; ',
  ])
})

test('a series that the viewer may not read is left out, and the dates of occurrences that they may not read are in except', async () => {
  const { calendar } = await openMarket()
  const stranger = calendar.as(null, { readable: () => [{ status: 'publish' }], may: () => false })
  await calendar.events.update(3, { status: 'draft' })
  expect(textsOf(await stranger.events.series([1]))).toEqual(['Market: ; 06-09'])
  expect(textsOf(await calendar.events.series([1]))).toEqual(['Market: Market 06-09; '])
  await calendar.events.update(1, { status: 'draft' })
  expect(await stranger.events.series([1])).toEqual([])
})
