import type { Sources } from './sources.ts'

const names = 'sqlite|postgres|mysql'

/** A comparison with the name of a dialect, on either side, and a `case` of a `switch`. */
const comparison = new RegExp(
  String.raw`(?:[!=]==?\s*['"](?:${names})['"]|['"](?:${names})['"]\s*[!=]==?|\bcase\s+['"](?:${names})['"]\s*:)`,
)

/** A comparison of the member `name` of a dialect with anything. */
const comparisonOfName = /\bdialect\.name\s*[!=]==?/

/** Reports sources, tests included, that ask for the name of a dialect. What engines differ in is a member of the dialect. */
export function checkDialectNames(sources: Sources): readonly string[] {
  return Object.entries(sources).flatMap(([path, text]) =>
    text.split('\n').flatMap((line, index) => {
      if (!comparison.test(line) && !comparisonOfName.test(line)) return []
      return [`${path}:${index + 1} compares the name of a dialect: make the difference a member of SqlDialect, or of a table by engine.`]
    }),
  )
}
