import type { CalendarStore } from '../store/contract.ts'
import type { TermFilter } from '../store/filters.ts'
import type { TermRecord } from '../store/records.ts'

/** All matching terms, by id; for queries whose result is always small. */
export async function findTerms(store: CalendarStore, filter: TermFilter): Promise<readonly TermRecord[]> {
  const found: TermRecord[] = []
  const limit = 1000
  for (let afterId = 0; ; ) {
    const batch = await store.terms.find({ filter: { ...filter, afterId }, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit })
    found.push(...batch)
    const last = batch.at(-1)
    if (last === undefined || batch.length < limit) return found
    afterId = last.id
  }
}
