/** Written by `KALENDS_WRITE=1 pnpm exec vitest run --project kysely src/migrations`: the hash of the statements of each migration. */
export const migrationHashes = {
  '0001-initial': '382b6db6f10e',
} as const
