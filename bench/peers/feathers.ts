// Feathers 5 with its Knex adapter over the same tables. The adapter does not read linked records, so a hook does, with one statement for each
// kind of link. The program returns the rows unchanged, which is less work than the other programs do.
import express, { json, rest, urlencoded } from '@feathersjs/express'
import { feathers, type HookContext } from '@feathersjs/feathers'
import { KnexService } from '@feathersjs/knex'
import knex, { type Knex } from 'knex'
import { servePeer } from './peer-process.ts'

interface Link {
  readonly table: string
  readonly linked: string
  readonly column: string
  readonly member: string
  readonly order: string
}

const links: readonly Link[] = [
  { table: 'kalends_event_venues', linked: 'kalends_venues', column: 'venue_id', member: 'venues', order: 'l.position' },
  { table: 'kalends_event_organizers', linked: 'kalends_organizers', column: 'organizer_id', member: 'organizers', order: 'l.position' },
  { table: 'kalends_event_terms', linked: 'kalends_terms', column: 'term_id', member: 'terms', order: 'r.name_key' },
]

function joinLinks(db: Knex) {
  return async ({ result }: HookContext) => {
    const ids = result.data.map((event: { id: number }) => event.id)
    for (const { table, linked, column, member, order } of links) {
      const rows = await db(`${table} as l`)
        .join(`${linked} as r`, 'r.id', `l.${column}`)
        .whereIn('l.event_id', ids)
        .select('l.event_id', 'r.*')
        .orderBy(order)
      const byEvent = Map.groupBy(rows, (row) => row.event_id)
      for (const event of result.data) event[member] = byEvent.get(event.id) ?? []
    }
  }
}

servePeer((path) => {
  const db = knex({ client: 'better-sqlite3', connection: { filename: path }, useNullAsDefault: true })
  const app = express(feathers())
  app.use(json())
  app.use(urlencoded({ extended: true }))
  app.configure(rest())
  app.use('events', new KnexService({ Model: db, name: 'kalends_events', paginate: { default: 35, max: 100 } }))
  app.service('events').hooks({ after: { find: [joinLinks(db)] } })
  return app
})
