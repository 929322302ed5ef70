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
  'revisions',
  'changes',
  'events',
  'venues',
  'organizers',
  'terms',
]

/** The tables of the index for searches, which the engine or the writes of events empty. */
export const searchTables = ['search_state']

/** Empties all tables. The ids of the log are its numbers on SQLite, and begin at 1 again. */
export async function emptyTables<DB>(db: Kysely<DB>, prefix: string): Promise<void> {
  for (const table of tables) await sql`delete from ${sql.table(prefix + table)}`.execute(db)
  if (dialectOf(db).hasOneWriter) await sql`delete from sqlite_sequence where name = ${`${prefix}changes`}`.execute(db)
}
