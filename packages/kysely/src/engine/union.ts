import { type RawBuilder, sql } from 'kysely'
import type { SqlDialect } from './dialect.ts'

const keywords = { union: sql` union `, 'union all': sql` union all ` } as const

/** Joins selects to one. Where there are more of them than the engine takes in a union, its terms are unions of some of them. */
export function unionOf(
  dialect: Pick<SqlDialect, 'maxCompoundTerms'>,
  selects: readonly RawBuilder<unknown>[],
  keyword: keyof typeof keywords,
): RawBuilder<unknown> {
  const most = dialect.maxCompoundTerms
  if (selects.length <= most) return sql.join(selects, keywords[keyword])
  const size = Math.ceil(selects.length / most)
  const terms = Array.from({ length: Math.ceil(selects.length / size) }, (_, at) => {
    const some = selects.slice(at * size, (at + 1) * size)
    return sql`select * from (${unionOf(dialect, some, keyword)}) as t`
  })
  return unionOf(dialect, terms, keyword)
}
