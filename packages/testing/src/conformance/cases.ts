import type { ConformanceCase } from './case.ts'
import { eventFilterCases } from './cases/event-filters.ts'
import { linkCases } from './cases/links.ts'
import { partyFilterCases } from './cases/party-filters.ts'
import { rangeCases } from './cases/ranges.ts'
import { readableCases } from './cases/readable.ts'
import { readingCases } from './cases/reading.ts'
import { roundTripCases } from './cases/round-trip.ts'
import { sharedFilterCases } from './cases/shared-filters.ts'
import { termFilterCases } from './cases/term-filters.ts'

/** Every case of the suite. */
export const conformanceCases: readonly ConformanceCase[] = [
  ...readingCases,
  ...roundTripCases,
  ...linkCases,
  ...sharedFilterCases,
  ...eventFilterCases,
  ...readableCases,
  ...rangeCases,
  ...partyFilterCases,
  ...termFilterCases,
]
