/**
 * Written by `KALENDS_WRITE=1 pnpm exec vitest run --project kysely src/migrations`: the hash of the statements of each migration. That of
 * the first one changes with the folding of texts, too.
 */
export const migrationHashes = {
  '0001-initial': '59973dd04dde',
  '0002-status-reason': 'a7c173206e6b',
} as const
