import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { overlap } from './occupancy.ts'
import { createOverlaps } from './overlaps.ts'

const span = fc.tuple(fc.nat(30), fc.oneof(fc.nat(3), fc.nat(30))).map(([startMs, length]) => ({ startMs, endMs: startMs + length }))

test('the items that overlap a span are those that a look at all of them finds', () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 12 }), fc.array(span, { minLength: 1, maxLength: 5 }), (spans, asked) => {
      const overlapping = createOverlaps([...spans.keys()], spans)
      for (const one of asked)
        expect(overlapping(one).toSorted((a, b) => a - b)).toEqual([...spans.keys()].filter((at) => spans[at] && overlap(spans[at], one)))
    }),
  )
})
