import type { EventFilter, EventRecord, PlainEvent, Range } from '@kalends/core/store'
import type { ConditionsByMember } from '../src/list/conditions.ts'
import { selectColumns } from '../src/schema/plain-columns.ts'
import type { EventTable, PlainColumns } from '../src/schema/tables.ts'

/** Tests of types: a column that is missing in a list, or a filter member without a condition, must not compile. */

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
  // A member that is compared with a plain column for equality needs no conditions of its own.
  const equal: ConditionsByMember<Omit<MoreFilter, 'seats'>> = known
  // @ts-expect-error any other member without conditions would be ignored by the store
  const lacking: ConditionsByMember<MoreFilter> = known
  void [equal, lacking]
}
