import { buildPoint, buildVenueDraft } from '@kalends/testing/conformance'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'

const degrees = (most: number) =>
  fc.oneof(
    fc.double({ min: -most, max: most, noNaN: true }),
    // Decimals as people and geocoders write them: mysql2 has parsed such digits with rounding errors.
    fc
      .tuple(fc.integer({ min: -most + 1, max: most - 1 }), fc.stringMatching(/^[0-9]{1,16}$/))
      .map(([whole, rest]) => Number(`${whole}.${rest}`)),
    fc.integer({ min: -most, max: most }),
  )

test.each(engines)('coordinates come back bit for bit from $name', async (engine) => {
  const database = await engine.open()
  onTestFinished(() => database.close())
  const { venues } = kyselyStore(database.db, database.options)
  let last = 0
  const read = async (points: readonly (readonly [number, number])[]): Promise<void> => {
    const drafts = points.map(([lat, lng]) => buildVenueDraft({ point: buildPoint(lat, lng) }, ++last))
    const ids = (await venues.insertMany(drafts)).flatMap((venue) => venue?.id ?? [])
    const stored = await venues.getMany(ids)
    const found = await venues.find({ filter: { ids }, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: points.length })
    const expected = drafts.map(({ point }) => point)
    expect(stored.map(({ point }) => point)).toEqual(expected)
    expect(found.map(({ point }) => point)).toEqual(expected)
  }
  await read([[9.499060403753665, 9.499060403753665]])
  const manyPoints = fc.array(fc.tuple(degrees(90), degrees(180)), { minLength: 200, maxLength: 400, size: 'max' })
  await fc.assert(fc.asyncProperty(manyPoints, read), { numRuns: 10 })
})
