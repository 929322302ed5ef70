import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The files whose changes make filled databases outdated. */
const sources = [
  'src/data/{dataset,events,field-events,profiles,random,rows,series-events,shape,texts}.ts',
  '../packages/kysely/src/migrations/{[0-9]*,search-index,table-definition}.ts',
  '../packages/kysely/src/engine/dialects/search/*.ts',
  '../packages/kysely/src/schema/{event-role,migration-hashes,plain-columns,published-codec,span-class,tables,wall-time}.ts',
  '../packages/kysely/src/{events,venues,organizers,terms}/codec.ts',
  '../packages/kysely/src/count/counts.ts',
  '../packages/kysely/src/write/record-fields.ts',
  '../packages/core/src/fields/keys.ts',
  '../packages/core/src/text/fold.ts',
]

/** A hash of the contents of these files, which is part of the name of a filled database. */
export function fingerprint(): string {
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const hash = createHash('sha256')
  for (const path of globSync(sources, { cwd }).toSorted()) {
    hash.update(path).update(readFileSync(new URL(`../../${path}`, import.meta.url)))
  }
  return hash.digest('hex').slice(0, 12)
}
