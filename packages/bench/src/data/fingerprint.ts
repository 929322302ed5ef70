import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The files that determine a filled database: how records are generated, and how the store writes them. */
const sources = [
  'src/data/{dataset,events,profiles,random,rows,series-events,shape,texts,zones}.ts',
  '../kysely/src/migrations/{[0-9]*,table-definition}.ts',
  '../kysely/src/schema/{event-role,tables,published-codec,span-class}.ts',
  '../kysely/src/{events,venues,organizers,terms}/codec.ts',
  '../kysely/src/counts/count-key.ts',
]

/** A hash that changes whenever a newly filled database would differ from an earlier one. */
export function fingerprint(): string {
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const hash = createHash('sha256')
  for (const path of globSync(sources, { cwd }).toSorted()) {
    hash.update(path).update(readFileSync(new URL(`../../${path}`, import.meta.url)))
  }
  return hash.digest('hex').slice(0, 12)
}
