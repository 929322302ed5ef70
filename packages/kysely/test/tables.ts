import { type Kysely, sql } from 'kysely'
import { dialectOf } from '../src/engine/dialect-of.ts'

/** All tables, those with links first. */
export const tables = [
  'event_venues',
  'event_organizers',
  'event_terms',
  'event_fields',
  'venue_fields',
  'organizer_fields',
  'term_fields',
  'term_ancestors',
  'event_counts',
  'name_locks',
  'requests',
  'aliases',
  'proposals',
  'previews',
  'changes',
  'history',
  'log_holds',
  'events',
  'venues',
  'organizers',
  'terms',
]

/** The tables of the index for searches, which the engine or the writes of events empty. */
export const searchTables = ['search_state', 'event_words', 'distinct_words']

/** Empties all tables but that of the locks, where these have to exist. The ids of the log are its numbers on SQLite, and begin at 1 again. */
export async function emptyTables<DB>(db: Kysely<DB>, prefix: string): Promise<void> {
  const emptied = tables.filter((table) => table !== 'name_locks' || dialectOf(db).addLocks === undefined)
  const deletions = emptied.map((table) => sql`delete from ${sql.table(prefix + table)}`)
  if (dialectOf(db).name === 'postgres') {
    // One statement instead of seventeen, most of whose time is their way to the server and back.
    const [last, ...others] = deletions
    const named = others.map((deletion, index) => sql`${sql.ref(`t${index}`)} as (${deletion})`)
    // The engine deletes in an order of its own, and would meet a numbering of the log in the background.
    await sql`lock table ${sql.table(`${prefix}name_locks`)} in exclusive mode`.execute(db)
    await sql`with ${sql.join(named)} ${last}`.execute(db)
    return
  }
  for (const deletion of deletions) await deletion.execute(db)
  if (dialectOf(db).hasOneWriter) await sql`delete from sqlite_sequence where name = ${`${prefix}changes`}`.execute(db)
}
