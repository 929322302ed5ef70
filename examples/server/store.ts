import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CalendarStore } from '@kalends/core'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { memoryStore } from '@kalends/memory'
import { Kysely } from 'kysely'
import { SettingError, type Settings } from './settings.ts'

/** A store that is ready, and how to let go of it. */
export interface OpenStore {
  readonly store: CalendarStore
  close(): Promise<void>
}

/** Opens the store that was asked for, its tables brought up to date. */
export async function openStore({ store, databaseUrl }: Pick<Settings, 'store' | 'databaseUrl'>): Promise<OpenStore> {
  if (store === 'memory') return { store: memoryStore(), close: async () => undefined }
  if (store !== 'sqlite') throw new SettingError(`STORE=${store} is not built into this server yet: give sqlite or memory.`)
  if (databaseUrl !== ':memory:') mkdirSync(dirname(databaseUrl), { recursive: true })
  const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(databaseUrl) })
  await migrateToLatest(db)
  return { store: kyselyStore(db), close: () => db.destroy() }
}
