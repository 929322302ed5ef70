/**
 * What imports know about their sources, and the sources, in SQL, through the host's own Kysely. It needs the package `kysely`.
 *
 * @packageDocumentation
 */
export { kyselyImports, migrateImports } from './kysely/kysely-imports.ts'
export { kyselySources, migrateSources } from './kysely/kysely-sources.ts'
export type { KyselyImportsOptions } from './kysely/open-table.ts'
