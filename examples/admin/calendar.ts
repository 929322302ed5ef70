import { type Calendar, CalendarError, createCalendar, roles } from '@kalends/core'
import { createHandler, type Handler } from '@kalends/fetch'
import { freeBusy } from '@kalends/fetch/free-busy'
import { history } from '@kalends/fetch/history'
import { idempotency } from '@kalends/fetch/idempotency'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { Kysely } from 'kysely'
import { actorOf } from './sign-in.ts'

/**
 * Opens the calendar, and fills an empty one with demo data.
 * @param path the file of the database, or `:memory:`
 */
export async function openCalendar(path: string): Promise<Calendar> {
  const db = new Kysely({ dialect: nodeSqliteDialect(path) })
  await migrateToLatest(db)
  const calendar = createCalendar({ store: kyselyStore(db), timeZone: 'Europe/Berlin' })
  if ((await calendar.venues.count({ status: 'any' })) === 0) await fill(calendar)
  return calendar
}

/** Serves the calendar to those who are signed in, and to nobody else: public pages need a handler of their own. */
export const createAdminHandler = (calendar: Calendar, publicUrl: string): Handler =>
  createHandler(calendar, {
    publicUrl,
    access: roles({ editors: ['editor'] }),
    authenticate: (request) => {
      const actor = actorOf(request)
      if (actor === null) throw new CalendarError('unauthenticated', {})
      return actor
    },
    use: [freeBusy(), history(), idempotency()],
  })

async function fill({ venues, organizers, events }: Calendar): Promise<void> {
  const hall = await venues.create({ name: 'Town Hall', city: 'Ulm', exclusive: true })
  const park = await venues.create({ name: 'Park', city: 'Ulm' })
  const choir = await organizers.create({ name: 'Choir of Ulm', email: 'choir@example.org' })
  const days = Array.from({ length: 24 }, (_, index) => `2031-07-${String(index + 1).padStart(2, '0')}`)
  for (const [index, day] of days.entries())
    await events.create({
      title: `Concert ${index + 1}`,
      startDate: `${day} 20:00`,
      endDate: `${day} 22:00`,
      venues: park,
      categories: 'Music',
    })
  await events.create({
    title: 'Rehearsal',
    startDate: '2031-06-03 19:00',
    endDate: '2031-06-03 21:00',
    recurrence: 'FREQ=WEEKLY;COUNT=6',
    venues: hall,
    organizers: choir,
    categories: 'Music',
    tags: 'Members',
  })
}
