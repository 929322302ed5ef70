import { expect, test } from 'vitest'
import { countDrafts } from './drafts.ts'
import { buildEventDraft } from './event.ts'
import { buildOrganizerDraft } from './organizer.ts'
import { buildCircle, buildPoint } from './place.ts'
import { buildTermDraft } from './term.ts'
import { buildVenueDraft } from './venue.ts'

test('equal arguments give equal drafts', () => {
  expect(buildEventDraft()).toEqual(buildEventDraft())
  expect(buildVenueDraft({ name: 'A' }, 3)).toEqual(buildVenueDraft({ name: 'A' }, 3))
})

test('missing members are derived from the given ones', () => {
  const event = buildEventDraft({
    title: 'Old Fair',
    description: 'Music',
    times: { startLocal: '2026-12-31T23:30:00' },
    publishedMs: 86_400_000,
  })
  expect(event).toMatchObject({
    titleKey: 'old fair',
    searchText: 'old fair\nmusic',
    times: { startMs: Date.UTC(2026, 11, 31, 23, 30), endLocal: '2027-01-01T00:30:00', endMs: Date.UTC(2027, 0, 1, 0, 30) },
    publishedLocal: '1970-01-02T00:00:00',
  })
  expect(buildEventDraft({ times: { endLocal: '2026-06-03T00:00:00' } }).times.endMs).toBe(Date.UTC(2026, 5, 3))
  expect(buildEventDraft({ times: { startMs: 5000 } }).times.endMs).toBe(3_605_000)
  expect(buildVenueDraft({ name: 'Hall', city: 'Ulm' })).toMatchObject({ nameKey: 'hall', searchText: 'hall\nulm' })
  expect(buildOrganizerDraft({ name: 'Club', email: 'a@b.org' })).toMatchObject({ nameKey: 'club', searchText: 'club\na@b.org' })
  expect(buildTermDraft({ name: 'Jazz', slug: 'jazz-x', updatedMs: 0 })).toMatchObject({
    nameKey: 'jazz',
    searchText: 'jazz\njazz-x',
    updatedLocal: '1970-01-01T00:00:00',
  })
})

test('a given member replaces the derived one', () => {
  expect(buildEventDraft({ title: 'A', titleKey: 'b', searchText: 'c', times: { endMs: 7 } })).toMatchObject({
    titleKey: 'b',
    searchText: 'c',
    times: { endMs: 7 },
  })
})

test('counted drafts have different slugs', () => {
  const draft = countDrafts()
  expect([draft.event(), draft.event(), draft.venue(), draft.term(), draft.term({ taxonomy: 'tag' })].map(({ slug }) => slug)).toEqual([
    'event-1',
    'event-2',
    'venue-1',
    'category-1',
    'tag-2',
  ])
})

test.each([
  [0, 0],
  [52.5, 13.4],
  [-90, 0],
  [90, -180],
  [-33.9, 151.2],
])('the vector of %d, %d has the length 1', (lat, lng) => {
  const { x, y, z } = buildPoint(lat, lng)
  expect(Math.hypot(x, y, z)).toBeCloseTo(1, 12)
})

test.each([
  [0, 0, 111, [0.99, 0], true],
  [0, 0, 111, [0, 1.01], false],
  [0, 179.5, 111, [0, -179.6], true],
  [89.5, 0, 200, [89, 180], true],
] as const)('a circle around %d, %d of %d km contains the point %j: %j', (lat, lng, radiusKm, [otherLat, otherLng], inside) => {
  const circle = buildCircle(lat, lng, radiusKm)
  const point = buildPoint(otherLat, otherLng)
  expect(circle.x * point.x + circle.y * point.y + circle.z * point.z >= circle.minDot).toBe(inside)
  if (inside) expect(otherLat).toBeGreaterThanOrEqual(circle.latMin)
  expect(circle.latMax).toBeLessThanOrEqual(90)
})
