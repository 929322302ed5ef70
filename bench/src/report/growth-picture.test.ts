import { expect, test } from 'vitest'
import type { GrowthSample } from '../growth.ts'
import { growthPicture } from './growth-picture.ts'

const sample = (events: number, pageMs: number, query = 'events, default window'): GrowthSample => ({
  engine: 'sqlite',
  events,
  query,
  pageMs,
  totalMs: 0,
  otherMs: 0,
})

test('a picture has a line for each list, flat where the cost stays the same', () => {
  const picture = growthPicture([sample(1_000, 1), sample(1_000_000, 1), sample(1_000, 1, 'tags'), sample(1_000_000, Infinity, 'tags')])
  const lines = [...picture.matchAll(/<polyline points="([^"]*)" fill="none" stroke="([^"]*)"/g)].map(([, ...found]) => found)
  expect(lines).toEqual([
    ['60.0,196.0 300.0,40.0', '#bbbbbb'],
    ['60.0,196.0 300.0,196.0', '#0072b2'],
  ])
  expect(picture).toContain('>SQLite</text>')
  expect(picture).toContain('>events, default window</text>')
})
