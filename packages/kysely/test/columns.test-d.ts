import type { EventFilter, EventRecord, PlainEvent, Range } from '@kalends/core/store'
import type { ConditionsByMember } from '../src/event-filter/where.ts'
import { selectColumns } from '../src/schema/plain-columns.ts'
import type { EventTable, PlainColumns } from '../src/schema/tables.ts'

/** What must not be forgotten in SQL, so that it does not compile: this file only has to compile. */

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <_Holds extends true>(): void => undefined

export function columns(): void {
  same<Equal<keyof PlainColumns<Pick<EventRecord, 'showMapLink' | 'title'>>, 'show_map_link' | 'title'>>()
  same<Equal<keyof PlainColumns<PlainEvent> extends keyof EventTable ? true : false, true>>()
  // @ts-expect-error a column is left out of the select list
  const lacking = selectColumns<{ id: number; title: string }>('e', { id: true })
  void lacking
}

interface MoreFilter extends EventFilter {
  readonly sticky?: boolean
  readonly seats?: Range<number>
}

export function conditions(known: ConditionsByMember<EventFilter>): void {
  // A member that a plain column equals needs no conditions.
  const equal: ConditionsByMember<Omit<MoreFilter, 'seats'>> = known
  // @ts-expect-error a member that demands something else has no conditions, and the store would ignore it
  const lacking: ConditionsByMember<MoreFilter> = known
  void [equal, lacking]
}
