import type { ProfileFilter, TermFilter, VenueRecord } from '@kalends/core/store'
import type { LinkedTests } from '../src/kinds.ts'

/** Tests that an incomplete set of tests for linked events does not compile. This file only has to compile. */

export function linked(tests: LinkedTests<ProfileFilter, VenueRecord>): void {
  // @ts-expect-error a filter member with a condition on events has no test, and the store would ignore it
  const lacking: LinkedTests<TermFilter, VenueRecord> = tests
  void lacking
}
