import type { EventRecord, PlainEvent } from '@kalends/core/store'
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
