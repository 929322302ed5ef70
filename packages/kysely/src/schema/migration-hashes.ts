/** Written by `KALENDS_WRITE=1 pnpm exec vitest run --project kysely src/migrations`: the hash of the statements of each migration. */
export const migrationHashes = {
  '0001-initial': '39deb9d1fd3a',
} as const
