import fc from 'fast-check'
import { expect, test } from 'vitest'
import { change, changed } from './changed-file.ts'
import { findForeignFiles } from './foreign-files.ts'
import { readAll } from './support.ts'

/** Scales the number of cases to the lane. */
const times = Number(process.env['KALENDS_TIMES'] ?? 1)

/** Larger files repeat what smaller ones have. */
const files = findForeignFiles().filter(({ octets }) => octets.length < 100_000)

test('a changed test file of another reader throws nothing, and has one end', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...files),
    fc.array(change, { minLength: 1, maxLength: 8 }),
    async ({ octets }, changes) => {
      const items = await readAll(changes.reduce(changed, octets))
      expect(items.findIndex(({ kind }) => kind === 'end')).toBe(items.length - 1)
    },
  )
  await fc.assert(property, { numRuns: Math.ceil(10_000 * times) })
}, 600_000)
