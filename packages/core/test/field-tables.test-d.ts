import type { EventInput } from '../src/index.ts'
import type { FieldTable, PlainMembers } from '../src/record/field-table.ts'
import type { EqualMember, FilterTests } from '../src/store/matching.ts'
import type { EventFilter, EventRecord, Range, TermFilter, TermRecord } from '../src/store-entry.ts'
import { eventFields } from '../src/store-entry.ts'

/** Tests that an incomplete field table and an incomplete set of filter tests do not compile. This file only has to compile. */

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <_Holds extends true>(): void => undefined

interface MoreInput extends EventInput {
  readonly subtitle?: string | undefined
}
interface MoreRecord extends EventRecord {
  readonly subtitle: string
}
type Special = 'authorId' | 'description' | 'excerpt' | 'slug' | 'status' | 'uid' | 'parentId'

export function fields(): void {
  same<Equal<PlainMembers<EventInput, EventRecord, Special>, Pick<EventRecord, keyof typeof eventFields>>>()
  // @ts-expect-error a member of input and record has no row in the table
  const lacking: FieldTable<PlainMembers<MoreInput, MoreRecord, Special>> = eventFields
  // @ts-expect-error a text needs a text column
  const odd: FieldTable<{ readonly title: string }> = { title: { ...eventFields.title, column: 'integer' } }
  void [lacking, odd]
}

interface MoreFilter extends EventFilter {
  readonly sticky?: boolean
  readonly seats?: Range<number>
}

export function filters(tests: FilterTests<EventFilter, EventRecord>): void {
  same<Equal<EqualMember<Pick<MoreFilter, 'featured' | 'hidden' | 'ids' | 'readable'>, EventRecord>, 'featured' | 'hidden'>>()
  same<Equal<EqualMember<Pick<MoreFilter, 'sticky' | 'seats' | 'updatedMs'>, EventRecord>, 'sticky'>>()
  same<Equal<EqualMember<TermFilter, TermRecord>, 'taxonomy'>>()
  // A member that is an equality needs no test.
  const equal: FilterTests<Omit<MoreFilter, 'seats'>, EventRecord> = tests
  // @ts-expect-error a member that is not an equality has no test, and a store would ignore it
  const lacking: FilterTests<MoreFilter, EventRecord> = tests
  void [equal, lacking]
}
