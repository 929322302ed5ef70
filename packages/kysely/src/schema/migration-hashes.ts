/** Written by `KALENDS_WRITE=1 pnpm exec vitest run --project kysely src/migrations`: the hash of the statements of each migration. */
export const migrationHashes = {
  '0001-initial': '320feb8ac5f7',
} as const
