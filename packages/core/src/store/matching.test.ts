import { buildCircle, buildEventDraft, buildPoint, buildTermDraft, buildVenueDraft } from '@kalends/testing/conformance'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EventFilter, ProfileFilter, Range, ReadScope, TermFilter } from './filters.ts'
import { compareCodePoints, isInRange, isReadable, matchesEvent, matchesProfile, matchesTerm } from './matching.ts'
import type { EventRecord, TermRecord, VenueRecord } from './records.ts'

describe('the order of texts', () => {
  const text = fc.string({ unit: 'binary', maxLength: 6 })
  const codePoints = (value: string): number[] => [...value].map((character) => character.codePointAt(0) ?? 0)

  test('is that of their code points', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [left, right] = [codePoints(a), codePoints(b)]
        const at = left.findIndex((point, i) => point !== right[i])
        const expected =
          at < 0 ? Math.sign(left.length - right.length) : right[at] === undefined ? 1 : Math.sign((left[at] ?? 0) - right[at])
        expect(Math.sign(compareCodePoints(a, b))).toBe(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each<[string, string, number]>([
    ['', '', 0],
    ['', 'a', -1],
    ['a', 'ab', -1],
    ['b', 'ab', 1],
    ['Z', 'a', -1],
    ['\uFFFF', '😀', -1],
    ['😀', '😁', -1],
    ['\uE000', '\uD83D\uDE00', -1],
  ])('compares %o with %o as %i', (a, b, expected) => expect(Math.sign(compareCodePoints(a, b))).toBe(expected))
})

describe('ranges', () => {
  test.each<[Range<number> | undefined, number, boolean]>([
    [undefined, 5, true],
    [{}, 5, true],
    [{ gte: 5 }, 5, true],
    [{ gte: 5 }, 4, false],
    [{ lt: 5 }, 5, false],
    [{ lt: 5 }, 4, true],
    [{ gte: 4, lt: 5 }, 4, true],
    [{ gte: 5, lt: 5 }, 5, false],
  ])('%o contains %i: %s', (range, value, expected) => expect(isInRange(range, value)).toBe(expected))
})

const venue: VenueRecord = { ...buildVenueDraft({ authorId: '5', status: 'draft', publishedMs: 100 }), id: 3, version: 1 }

describe('a read scope', () => {
  test.each<[string, ReadScope | undefined, boolean]>([
    ['that is undefined shows every record', undefined, true],
    ['without clauses shows no record', [], false],
    ['shows a record with the status of its clause', [{ status: 'draft' }], true],
    ['does not show a record with another status', [{ status: 'publish' }], false],
    ['shows a record that matches one of its clauses', [{ status: 'publish' }, { status: 'draft' }], true],
    ['shows a record of one of the authors', [{ status: 'draft', authorIds: ['4', '5'] }], true],
    ['does not show a record of another author', [{ status: 'draft', authorIds: ['4'] }], false],
    ['shows no record for an empty list of authors', [{ status: 'draft', authorIds: [] }], false],
    ['shows a record published before the end of the range', [{ status: 'draft', publishedMs: { lt: 101 } }], true],
    ['does not show a record published at the end of the range', [{ status: 'draft', publishedMs: { lt: 100 } }], false],
    [
      'does not combine the status and the author of two clauses',
      [
        { status: 'draft', authorIds: ['4'] },
        { status: 'publish', authorIds: ['5'] },
      ],
      false,
    ],
  ])('%s', (_name, scope, expected) => expect(isReadable(scope, venue)).toBe(expected))
})

describe('filters of events', () => {
  const event: EventRecord = {
    ...buildEventDraft({ slug: 'a', venueIds: [3, 4], categoryIds: [1], featured: true, parentId: 9, searchText: 'alpha\nbeta 100%' }),
    id: 7,
    version: 1,
  }
  const located = { ...venue, status: 'publish' as const, point: buildPoint(10, 20) }
  const lookups = { venue: (id: number) => (id === 3 ? located : undefined), organizer: () => undefined }
  test.each<[EventFilter, boolean]>([
    [{}, true],
    [{ ids: [7] }, true],
    [{ ids: [] }, false],
    [{ excludeIds: [7] }, false],
    [{ excludeIds: [] }, true],
    [{ afterId: 6 }, true],
    [{ afterId: 7 }, false],
    [{ slugs: ['b', 'a'] }, true],
    [{ slugs: ['A'] }, false],
    [{ textAll: ['alpha', '100%'] }, true],
    [{ textAll: ['alpha', 'gamma'] }, false],
    [{ textAll: ['a b'] }, false],
    [{ textAll: [] }, true],
    [{ featured: true, hidden: false }, true],
    [{ featured: false }, false],
    [{ parentIds: [8, 9] }, true],
    [{ parentIds: [0] }, false],
    [{ venueIds: [4, 5] }, true],
    [{ venueIds: [5] }, false],
    [{ organizerIds: [1] }, false],
    [{ categoryIds: [1], tagIds: [1] }, false],
    [{ startLocal: { gte: event.times.startLocal }, endLocal: { gte: event.times.endLocal } }, true],
    [{ startLocal: { lt: event.times.startLocal } }, false],
    [{ endMs: { lt: event.times.endMs } }, false],
    [{ startMs: { gte: event.times.startMs, lt: event.times.startMs + 1 } }, true],
    [{ geo: { located: true, readable: [{ status: 'publish' }] } }, true],
    [{ geo: { located: true, readable: [] } }, false],
    [{ hasImage: false, hasDescription: false, hasCategory: true }, true],
    [{ hasImage: true }, false],
    [{ hasDescription: true }, false],
    [{ hasCategory: false }, false],
    [{ hasVenue: { some: true, readable: [{ status: 'publish' }] } }, true],
    [{ hasVenue: { some: true, readable: [{ status: 'draft' }] } }, false],
    [{ hasVenue: { some: false, readable: [] } }, true],
    [{ hasOrganizer: { some: true, readable: [{ status: 'publish' }] } }, false],
    [{ hasOrganizer: { some: false, readable: [] } }, true],
    [{ geo: { located: false, readable: [] } }, true],
    [{ geo: { within: buildCircle(10, 20, 1), readable: [{ status: 'publish' }] } }, true],
    [{ geo: { within: buildCircle(11, 20, 1), readable: [{ status: 'publish' }] } }, false],
  ])('%j matches: %s', (filter, expected) => expect(matchesEvent(filter, event, lookups)).toBe(expected))
})

describe('filters of venues and terms', () => {
  const term: TermRecord = { ...buildTermDraft({ name: 'Jazz', parentId: 2, ancestorIds: [1, 2] }), id: 3, version: 1 }
  test.each<[ProfileFilter, boolean]>([
    [{}, true],
    [{ nameKeys: [venue.nameKey] }, true],
    [{ nameKeys: [] }, false],
    [{ readable: [{ status: 'publish' }] }, false],
  ])('%j matches the venue: %s', (filter, expected) => expect(matchesProfile(filter, venue)).toBe(expected))

  test.each<[TermFilter, boolean]>([
    [{}, true],
    [{ taxonomy: 'category', nameKeys: ['jazz'] }, true],
    [{ taxonomy: 'tag' }, false],
    [{ parentIds: [2] }, true],
    [{ parentIds: [1] }, false],
    [{ withinIds: [1] }, true],
    [{ withinIds: [3] }, true],
    [{ withinIds: [4] }, false],
  ])('%j matches the term: %s', (filter, expected) => expect(matchesTerm(filter, term)).toBe(expected))
})
