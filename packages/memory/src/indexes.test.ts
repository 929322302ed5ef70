import type { EventRecord, StoredRecord } from '@kalends/core/store'
import { buildEventDraft } from '@kalends/testing/conformance'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byStart, eventIndex, nameIndex } from './indexes.ts'

const moments = [-5, 0, 1, 2, 7]

const event = fc.record({
  status: fc.constantFrom('publish', 'publish', 'draft'),
  publishedMs: fc.constantFrom(...moments),
  times: fc.record({ startLocal: fc.constantFrom('2026-06-01T10:00:00', '2026-06-02T10:00:00') }),
  categoryIds: fc.subarray([1, 2]),
})

const step = fc.oneof(
  fc.record({ type: fc.constant('put'), id: fc.nat({ max: 5 }), given: event }),
  fc.record({ type: fc.constant('remove'), id: fc.nat({ max: 5 }) }),
  fc.record({ type: fc.constant('boundary'), ms: fc.constantFrom(...moments, 100) }),
)

test('events have the phase future exactly when they are published at the boundary or later, whichever way it moves', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30, size: 'max' }), (steps) => {
      const index = eventIndex()
      const events = new Map<number, EventRecord>()
      let boundaryMs = Number.POSITIVE_INFINITY
      for (const one of steps) {
        if (one.type === 'boundary') {
          boundaryMs = one.ms
          index.setBoundary(boundaryMs)
          continue
        }
        const after = one.type === 'put' ? { ...buildEventDraft(one.given), id: one.id, version: 1 } : undefined
        index.change(events.get(one.id), after)
        if (after === undefined) events.delete(one.id)
        else events.set(one.id, after)
      }
      const phaseOf = ({ status, publishedMs }: EventRecord) => (status === 'publish' && publishedMs >= boundaryMs ? 'future' : status)
      for (const phase of ['publish', 'future', 'draft'] as const) {
        const expected = [...events.values()].filter((one) => phaseOf(one) === phase).sort(byStart)
        expect(index.group({ phase, hidden: false, series: false })).toEqual(expected)
        expect(index.linkedGroup('categoryIds', 1, { phase, hidden: false, series: false })).toEqual(
          expected.filter(({ categoryIds }) => categoryIds.includes(1)),
        )
      }
    }),
  )
})

test('names find their records after inserts, changes and deletions', () => {
  const index = nameIndex<StoredRecord & { readonly nameKey: string }>()
  const record = (id: number, nameKey: string) => ({ ...buildEventDraft(), id, version: 1, nameKey })
  const [one, other] = [record(1, 'hall'), record(2, 'hall')]
  index.change(undefined, one)
  index.change(undefined, other)
  expect([...index.named('hall')]).toEqual([one, other])
  const renamed = record(1, 'park')
  index.change(one, renamed)
  index.change(other, undefined)
  expect([...index.named('hall')]).toEqual([])
  expect([...index.named('park')]).toEqual([renamed])
})
