import { createCalendar, isCalendarError } from '@kalends/core'
import { fixedClock } from '@kalends/testing'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines, type TestEngine } from './engines.ts'

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (isCalendarError(error) ? error.code : error),
  )

const times = { startDate: '2026-06-01 19:30', endDate: '2026-06-01 21:00' }

/** Opens a calendar, and a table of the host with a foreign key to an event and its venue. */
async function open(engine: TestEngine, rule: 'restrict' | 'no action') {
  const database = await engine.open()
  const { db, options } = database
  const host = `${options.prefix}tickets`
  onTestFinished(async () => {
    await db.schema.dropTable(host).ifExists().execute()
    await database.close()
  })
  if (engine.name.startsWith('node-sqlite')) await sql`pragma foreign_keys = on`.execute(db)
  await db.schema
    .createTable(host)
    .addColumn('event_id', 'bigint')
    .addColumn('venue_id', 'bigint')
    .addForeignKeyConstraint(`${host}_event`, ['event_id'], `${options.prefix}events`, ['id'], (key) => key.onDelete(rule))
    .addForeignKeyConstraint(`${host}_venue`, ['venue_id'], `${options.prefix}venues`, ['id'], (key) => key.onDelete(rule))
    .execute()
  const calendar = createCalendar({ store: kyselyStore(db, options), clock: fixedClock('2026-05-01T12:00:00Z') })
  const event = await calendar.events.create({ title: 'Choir', ...times, venues: { name: 'Hall' } })
  const venue = event.venues[0]?.id ?? 0
  await sql`insert into ${sql.table(host)} (event_id, venue_id) values (${event.id}, ${venue})`.execute(db)
  const release = () => sql`delete from ${sql.table(host)}`.execute(db)
  return { calendar, event: event.id, venue, release }
}

describe.each(engines)('a foreign key of the host on $name', (engine) => {
  test.each(['restrict', 'no action'] as const)(
    'refuses a deletion with `on delete %s`, and the transaction can continue',
    async (rule) => {
      const { calendar, event, venue, release } = await open(engine, rule)
      expect(await codeOf(calendar.events.delete(event))).toBe('refused')
      expect(await codeOf(calendar.venues.delete(venue))).toBe('refused')
      expect((await calendar.events.get(event)).venues.map(({ id }) => id)).toEqual([venue])
      const tag = await calendar.transaction(async (tx) => {
        expect(await codeOf(tx.events.delete(event))).toBe('refused')
        return tx.tags.create({ name: 'Kept' })
      })
      expect((await calendar.tags.get(tag.id)).name).toBe('Kept')
      await calendar.events.trash(event)
      await release()
      expect(await codeOf(calendar.events.delete(event))).toBe('done')
      expect(await codeOf(calendar.venues.delete(venue))).toBe('done')
    },
  )
})
