import type { CompiledQuery, Dialect } from 'kysely'
import { withConnections } from './with-connections.ts'

/** A statement that inserts rows of the log alone: on engines that cannot insert into two tables at once. */
const insertsLog = /^insert into ["`]\w+changes["`] /

/** The part of a statement that inserts rows of the log before the revisions, on PostgreSQL. */
const logPart = /^with "logged" as \(insert into "\w+changes" .*?\)\) (?=insert into )/

/**
 * The statement without its rows of the log; undefined if it inserts nothing else.
 * @param query the parameters of the log come first
 */
export function withoutLogRows(query: CompiledQuery): CompiledQuery | undefined {
  if (insertsLog.test(query.sql)) return undefined
  const [part] = logPart.exec(query.sql) ?? []
  if (part === undefined) return query
  const removed = part.split('$').length - 1
  const sql = query.sql.slice(part.length).replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) - removed}`)
  return { ...query, sql, parameters: query.parameters.slice(removed) }
}

/** The same dialect, which inserts no rows of the log. */
export const withoutLog = (dialect: Dialect): Dialect =>
  withConnections(dialect, (connection) => {
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async (query) => {
      const others = withoutLogRows(query)
      return others === undefined ? { rows: [] } : execute<never>(others)
    }
  })
