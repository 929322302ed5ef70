import { compareCodePoints, type EventFilter, matchesEvent } from '@kalends/core/store'
import { expect, test } from 'vitest'
import { textsInOrder } from './conformance/cases/orders.ts'
import { buildEventDraft } from './factories/event.ts'
import { byCodePoint, isEvent } from './naive-match.ts'

test('byCodePoint and compareCodePoints agree on every pair of texts', () => {
  for (const a of textsInOrder) {
    for (const b of textsInOrder) expect(Math.sign(byCodePoint(a, b)), `${a} and ${b}`).toBe(Math.sign(compareCodePoints(a, b)))
  }
})

const event = { ...buildEventDraft({ searchText: 'a%b', categoryIds: [3, 4], publishedMs: 5 }), id: 7, version: 1 }

test.each<[EventFilter, boolean]>([
  [{}, true],
  [{ ids: [7] }, true],
  [{ ids: [] }, false],
  [{ excludeIds: [7] }, false],
  [{ excludeIds: [] }, true],
  [{ afterId: 6 }, true],
  [{ afterId: 7 }, false],
  [{ textAll: ['%', ''] }, true],
  [{ textAll: ['_'] }, false],
  [{ categoryIds: [9, 4] }, true],
  [{ tagIds: [3] }, false],
  [{ readable: [{ status: 'draft' }, { status: 'publish', publishedMs: { gte: 5, lt: 6 } }] }, true],
  [{ readable: [{ status: 'publish', publishedMs: { lt: 5 } }] }, false],
  [{ readable: [] }, false],
  [{ geo: { located: false, readable: [] } }, true],
  [{ geo: { located: true, readable: [] } }, false],
  [{ hasImage: false, hasDescription: false, hasCategory: true }, true],
  [{ hasImage: true }, false],
  [{ hasDescription: true }, false],
  [{ hasCategory: false }, false],
  [{ hasVenue: { some: false, readable: [] }, hasOrganizer: { some: false, readable: [] } }, true],
  [{ hasVenue: { some: true, readable: [] } }, false],
  [{ hasOrganizer: { some: true, readable: [] } }, false],
])('%j matches: %s', (filter, expected) => {
  expect(isEvent(filter, event, [])).toBe(expected)
  expect(matchesEvent(filter, event, { venue: () => undefined, organizer: () => undefined })).toBe(expected)
})
