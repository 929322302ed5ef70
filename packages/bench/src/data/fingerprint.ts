import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** All that decides what a filled database looks like: how records are made, and how the store writes them. */
const sources = [
  'src/data/*.ts',
  '../kysely/src/migrations/*.ts',
  '../kysely/src/tables.ts',
  '../kysely/src/**/*codec.ts',
  '../kysely/src/events/span-class.ts',
]

/** A short text that is another one whenever databases that were filled before would be filled differently now. */
export function fingerprint(): string {
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const hash = createHash('sha256')
  for (const path of globSync(sources, { cwd }).toSorted()) {
    if (!path.endsWith('.test.ts')) hash.update(path).update(readFileSync(new URL(`../../${path}`, import.meta.url)))
  }
  return hash.digest('hex').slice(0, 12)
}
