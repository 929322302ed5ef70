import { requireKnownOptions } from '@kalends/core/store'
import type { Kysely } from 'kysely'
import type { WebhookStore } from '../store/endpoint.ts'
import { type EndpointRow, toEndpoint, toRow } from './row.ts'

/** Options of {@link kyselyWebhooks} and {@link migrateWebhooks}. */
export interface KyselyWebhooksOptions {
  /** What the name of the table begins with: the table is `<prefix>endpoints`. @default 'kalends_' */
  readonly prefix?: string | undefined
}

/** The part of the database that this module touches; its table has any prefix. */
type Tables = Readonly<Record<string, EndpointRow>>

/** The host's Kysely for our table, without the host's plugins, which may rename columns; and the name of the table. */
function open<DB>(
  owner: string,
  db: Kysely<DB>,
  options: KyselyWebhooksOptions = {},
): { readonly db: Kysely<Tables>; readonly table: string } {
  requireKnownOptions(owner, options, { prefix: true })
  const { prefix = 'kalends_' } = options
  if (!/^[a-z_][a-z0-9_]{0,39}$/i.test(prefix)) throw new TypeError(`${owner}: prefix must be letters, digits and _, at most 40`)
  // The host's type does not name our table.
  return { db: db.withoutPlugins() as unknown as Kysely<Tables>, table: `${prefix}endpoints` }
}

/**
 * Keeps endpoints in SQL: SQLite, PostgreSQL (PGlite too), MariaDB and MySQL. The table comes from {@link migrateWebhooks}.
 * @param host the host's Kysely; not a transaction, because a cursor is saved while messages are being sent
 * @throws TypeError an option is not valid
 * @example
 * import { kyselyWebhooks, migrateWebhooks } from '@kalends/webhooks/kysely'
 *
 * await migrateWebhooks(db)
 * const store = kyselyWebhooks(db)
 */
export function kyselyWebhooks<DB>(host: Kysely<DB>, options?: KyselyWebhooksOptions): WebhookStore {
  const { db, table } = open('kyselyWebhooks', host, options)
  return {
    insert: async (endpoint) => {
      // A whole endpoint has all columns.
      await db
        .insertInto(table)
        .values(toRow(endpoint) as EndpointRow)
        .execute()
    },
    get: async (id) => {
      const row = await db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()
      return row && toEndpoint(row)
    },
    list: async () => (await db.selectFrom(table).selectAll().orderBy('created_ms').orderBy('id').execute()).map(toEndpoint),
    update: async (id, patch, leaseUntilMs) => {
      const changed = db.updateTable(table).set(toRow({ leaseUntilMs, ...patch }))
      const { numUpdatedRows } = await changed.where('id', '=', id).where('lease_until_ms', '=', leaseUntilMs).executeTakeFirst()
      return Number(numUpdatedRows) === 1
    },
    delete: async (id) => Number((await db.deleteFrom(table).where('id', '=', id).executeTakeFirst()).numDeletedRows) === 1,
  }
}

/**
 * Creates the table of endpoints if it is missing. Call it where you call the migrations of `@kalends/kysely`.
 * @throws TypeError an option is not valid
 */
export async function migrateWebhooks<DB>(host: Kysely<DB>, options?: KyselyWebhooksOptions): Promise<void> {
  const { db, table } = open('migrateWebhooks', host, options)
  try {
    await db.schema
      .createTable(table)
      .ifNotExists()
      .addColumn('id', 'varchar(32)', (column) => column.primaryKey())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('events', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('secrets', 'text', (column) => column.notNull())
      .addColumn('created_ms', 'bigint', (column) => column.notNull())
      .addColumn('disabled', 'varchar(16)', (column) => column.notNull())
      .addColumn('log_cursor', 'bigint', (column) => column.notNull())
      .addColumn('published_until_ms', 'bigint', (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('next_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('lease_until_ms', 'bigint', (column) => column.notNull())
      .addColumn('last_error', 'text', (column) => column.notNull())
      .execute()
  } catch (error) {
    // PostgreSQL fails with a unique violation if two processes create the table at once: then it exists by now.
    await db
      .selectFrom(table)
      .select('id')
      .limit(1)
      .execute()
      .catch(() => {
        throw error
      })
  }
}
