/**
 * What imports know about their sources in SQL, through the host's own Kysely. It needs the package `kysely`.
 *
 * @packageDocumentation
 */
export { type KyselyImportsOptions, kyselyImports, migrateImports } from './kysely/kysely-imports.ts'
