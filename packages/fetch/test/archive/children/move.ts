import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createCalendar } from '@kalends/core'
import { restoreArchive, writeArchive } from '@kalends/core/archive'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { buildEventDraft } from '@kalends/testing/conformance'
import { Kysely } from 'kysely'

// Fills a database with long events, writes an archive of it, and restores that.
const [folder = '', count = ''] = process.argv.slice(2)
const open = async (name: string) => {
  const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(join(folder, name)) })
  await migrateToLatest(db)
  return { db, store: kyselyStore(db) }
}
const source = await open('source.db')
const text = 'A long evening. '.repeat(200)
for (let first = 0; first < Number(count); first += 500) {
  const drafts = Array.from({ length: 500 }, (_, at) => buildEventDraft({ description: text, searchText: text }, first + at + 1))
  await source.store.events.insertMany(drafts)
}
const file = join(folder, 'archive.ndjson')
await pipeline(writeArchive(createCalendar({ store: source.store })), createWriteStream(file))
const target = await open('target.db')
const { events } = await restoreArchive(target.store, createReadStream(file, 'utf8'))
process.stdout.write(`${events}\n`)
await source.db.destroy()
await target.db.destroy()
