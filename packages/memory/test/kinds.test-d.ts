import type { ProfileFilter, TermFilter, VenueRecord } from '@kalends/core/store'
import type { LinkedTests } from '../src/kinds.ts'

/** What must not be forgotten in memory, so that it does not compile: this file only has to compile. */

export function linked(tests: LinkedTests<ProfileFilter, VenueRecord>): void {
  // @ts-expect-error a member that demands something of events has no test, and the store would ignore it
  const lacking: LinkedTests<TermFilter, VenueRecord> = tests
  void lacking
}
