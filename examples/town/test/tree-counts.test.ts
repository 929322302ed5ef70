import { fixedClock } from '@kalends/testing'
import { readSettings } from 'example-server/settings.ts'
import { describe, expect, test } from 'vitest'
import { buildTown } from '../app.ts'
import { eventsText } from '../page/number-words.ts'
import { paintCategories } from '../page/palette.ts'
import { countTrees } from '../page/tree-counts.ts'
import { now } from './open-town.ts'

test.each([
  ['a month', { from: '2031-05-26', startsBefore: '2031-07-07' }, 3],
  ['two weeks with a word', { from: '2031-06-11', startsBefore: '2031-06-25', search: 'fair' }, 2],
  ['drafts', { from: '2031-07-01', startsBefore: '2031-11-01', status: 'any' as const }, 5],
  ['a century ago', { startsBefore: '1931-01-01' }, 1],
])('the number of a tree is what a list by its root has: %s', async (_, filters, mostCalls) => {
  const settings = await readSettings({ STORE: 'memory', ACCESS: 'demo', TIME_ZONE: 'Europe/Berlin' })
  const { calendar, close } = await buildTown(settings, { clock: fixedClock(now) })
  const tree = paintCategories((await calendar.categories.list({ perPage: 100 })).items)
  // One event in two categories of a tree, which is one event of it.
  await calendar.events.create({
    title: 'Jazz at the fair',
    startDate: '2031-06-19',
    endDate: '2031-06-19',
    categories: ['choir', 'jazz', 'fairs'],
  })
  let calls = 0
  const counted: Pick<typeof calendar.events, 'count' | 'counts'> = {
    count: (...input) => {
      calls++
      return calendar.events.count(...input)
    },
    counts: (...input) => {
      calls++
      return calendar.events.counts(...input)
    },
  }
  const totals = await countTrees(counted, filters, tree.rootIdOf)
  for (const { id, name } of tree.roots)
    expect([name, totals.get(id) ?? 0]).toEqual([name, (await calendar.events.list({ ...filters, categories: [id] })).total])
  await close()
  expect(calls).toBeLessThanOrEqual(mostCalls)
})

describe('a number in words', () => {
  test.each([
    ['en', ['no events', '1 event', '12 events', '1,200 events']],
    ['de', ['keine Veranstaltung', '1 Veranstaltung', '12 Veranstaltungen', '1.200 Veranstaltungen']],
    ['es', ['ningún evento', '1 evento', '12 eventos', '1200 eventos']],
    ['fr', ['aucun évènement', '1 évènement', '12 évènements', '1 200 évènements']],
  ] as const)('in %s', (language, texts) => {
    expect([0, 1, 12, 1200].map((count) => eventsText(count, language).replace(/\s/g, ' '))).toEqual(texts)
  })
})
