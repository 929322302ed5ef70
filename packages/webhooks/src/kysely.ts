/**
 * Endpoints of webhooks in SQL, through the host's own Kysely. It needs the package `kysely`.
 *
 * @packageDocumentation
 */
export { type KyselyWebhooksOptions, kyselyWebhooks, migrateWebhooks } from './kysely/kysely-webhooks.ts'
