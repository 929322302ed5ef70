import { eventFields, venueFields } from '@kalends/core/store'
import * as fc from 'fast-check'
import { assertEqual } from '../../../packages/testing/src/assert.ts'
import type { OpenedStore } from '../../../packages/testing/src/conformance/register.ts'
import { buildEventDraft } from '../../../packages/testing/src/factories/event.ts'
import { plainTexts } from '../../../packages/testing/src/factories/plain.ts'
import { buildTermDraft } from '../../../packages/testing/src/factories/term.ts'
import { buildVenueDraft } from '../../../packages/testing/src/factories/venue.ts'

/** Options of the round trips. */
export interface RoundTripOptions {
  /** Opens an empty store; called once. */
  createStore(): Promise<OpenedStore>
  /** How many records of each kind to write. */
  readonly runs: number
  /** Repeats the runs that printed this seed. */
  readonly seed?: number | undefined
}

/**
 * Writes records with arbitrary well-formed strings and coordinates, and checks that reads return each deeply equal.
 * @throws an error that shows the seed, the shortest text found and the first difference
 */
export async function runRoundTrips(options: RoundTripOptions): Promise<void> {
  const { createStore, runs, seed } = options
  const { store, close } = await createStore()
  // NUL never reaches a store, because the core refuses it.
  const text = fc.string({ unit: 'binary', maxLength: 60 }).map((any) => any.replaceAll('\0', ' '))
  const degree = (most: number) => fc.double({ min: -most, max: most, noNaN: true }).map((number) => number + 0)
  const point = fc.record({ lat: degree(90), lng: degree(180), x: degree(1), y: degree(1), z: degree(1) })
  let index = 0
  const property = fc.asyncProperty(text, text, point, async (one, other, place) => {
    index++
    const given = { slug: `${index} ${one}`, description: other, searchText: `${one}\n${other}` }
    const cost = {
      text: other,
      currencySymbol: one.slice(0, 1),
      currencyCode: 'EUR',
      currencyPosition: 'prefix',
      values: [one, other],
    } as const
    const eventGiven = { ...given, ...plainTexts(eventFields, one), titleKey: other, excerpt: one, image: other, cost }
    const venueGiven = { ...given, ...plainTexts(venueFields, other), name: one, point: place }
    const event = await store.events.insert(buildEventDraft(eventGiven))
    assertEqual(await store.events.getMany([event.id]), [{ ...buildEventDraft(eventGiven), id: event.id, version: 1 }], 'event')
    const venue = await store.venues.insert(buildVenueDraft(venueGiven))
    assertEqual(await store.venues.getMany([venue.id]), [{ ...buildVenueDraft(venueGiven), id: venue.id, version: 1 }], 'venue')
    const term = await store.terms.insert(buildTermDraft({ ...given, name: one, nameKey: `${index} ${other}` }))
    assertEqual(
      await store.terms.getMany([term.id]),
      [{ ...buildTermDraft({ ...given, name: one, nameKey: `${index} ${other}` }), id: term.id, version: 1 }],
      'term',
    )
  })
  try {
    await fc.assert(property, { numRuns: runs, includeErrorInReport: true, ...(seed !== undefined && { seed }) })
  } finally {
    await close()
  }
}
