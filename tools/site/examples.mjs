import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The examples of the playground: programs of documents, which the tests of the documents run.
 * @type {readonly (readonly [string, string, number])[]}
 */
const chosen = [
  ['A calendar', 'README.md', 1],
  ['Repeating events', 'docs/guide/repeating-events.md', 1],
  ['One date, the following ones, all of them', 'docs/guide/repeating-events.md', 4],
  ['Time zones', 'docs/guide/time-zones.md', 1],
  ['Filters', 'docs/guide/filters.md', 2],
  ['A policy of your own', 'docs/http/access-policies.md', 1],
  ['No double booking', 'docs/guide/no-double-booking.md', 1],
  ['The season of a small town', 'packages/testing/README.md', 1],
]

/** @param {string} root the top of the repository */
export const examples = (root) =>
  chosen.map(([title, path, number]) => {
    const blocks = [...readFileSync(join(root, path), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm)]
    const code = blocks[number - 1]?.[1]
    if (code === undefined) throw new Error(`${path} has no program ${number}.`)
    return { title, path, code }
  })
