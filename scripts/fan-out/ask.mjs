// Runs in packages/fetch of the copy: the field, the filter, the language and the extension of edits.mjs, over HTTP and on two stores.
import { deepEqual, equal } from 'node:assert/strict'
import { allowAll, createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { en } from '@kalends/fetch/messages/en'
import { it } from '@kalends/fetch/messages/it'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { memoryStore } from '@kalends/memory'
import { Kysely } from 'kysely'
import { registrations } from '../../examples/server/registrations/index.mjs'

const db = new Kysely({ dialect: nodeSqliteDialect(':memory:') })
await migrateToLatest(db)

for (const store of [memoryStore(), kyselyStore(db)]) {
  const handler = createHandler(createCalendar({ store }), { access: allowAll(), languages: { it }, use: [registrations()] })
  const ask = async (method, path, body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await handler(new Request(`http://localhost${path}`, { method, ...(body && { headers, body: JSON.stringify(body) }) }))
    return response.json()
  }
  const events = '/calendar/events/v1/events'
  const times = { start_date: '2031-05-01 19:00:00', end_date: '2031-05-01 21:00:00' }
  const ball = await ask('POST', events, { ...times, title: 'Ball', dress_code: 'Black tie' })
  const walk = await ask('POST', events, { ...times, title: 'Walk' })
  deepEqual([ball.dress_code, walk.dress_code], ['Black tie', ''])
  equal((await ask('GET', `${events}/${ball.id}`)).dress_code, 'Black tie')
  equal((await ask('PATCH', `${events}/${walk.id}`, { dress_code: 'Boots' })).dress_code, 'Boots')
  const found = await ask('GET', `${events}?start_date=2031-01-01&end_date=2032-01-01&dress_code=Boots`)
  deepEqual([found.total, found.events.map(({ id }) => id)], [1, [walk.id]])

  deepEqual(await ask('POST', `${events}/${ball.id}/registrations`), { registered: 1 })
  equal((await ask('GET', `${events}/${ball.id}`)).registered, 1)

  const { paths, components } = await ask('GET', '/it/calendar/events/v1/doc')
  const { get, post } = paths[events]
  deepEqual([get.summary, post.summary], [it.listEvents, en.createEvent])
  equal(components.schemas.Event.properties.dress_code.description, en.dressCode)
  equal(components.schemas.Event.properties.registered.type, 'integer')
  equal(paths[`${events}/{id}/registrations`].post.summary, 'Register a guest')
}
await db.destroy()
