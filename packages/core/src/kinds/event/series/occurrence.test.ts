import { describe, expect, test } from 'vitest'
import { occurrenceSlugs } from './occurrence.ts'

describe('the slugs of occurrences', () => {
  test.each<[string, string, 'publish' | 'trash', readonly string[], readonly string[]]>([
    ['have the date of the key', 'market', 'publish', ['2026-12-08T19:00:00'], ['market-2026-12-08']],
    [
      'have the time of day of a second one',
      'market',
      'publish',
      ['2026-12-08T10:00:00', '2026-12-08T19:05:00', '2026-12-09T10:00:00'],
      ['market-2026-12-08', 'market-2026-12-08-1905', 'market-2026-12-09'],
    ],
    ['have the trash suffix in the trash', 'market__trashed-2', 'trash', ['2026-12-08T19:00:00'], ['market-2026-12-08__trashed']],
    ['are truncated', 'm'.repeat(200), 'publish', ['2026-12-08T19:00:00'], [`${'m'.repeat(189)}-2026-12-08`]],
  ])('%s', (_, slug, status, keys, wanted) => {
    expect(occurrenceSlugs({ slug, status }, keys)).toEqual(wanted)
  })
})
