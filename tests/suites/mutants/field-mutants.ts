import { equalFilters, eventFields, type FieldTable, organizerFields, plainNames, venueFields } from '@kalends/core/store'
import { altered, onCollections, refiltered, without } from './mutant-wrappers.ts'
import type { StoreMutant } from './store-mutant.ts'

/** One mutant for each plain field: the store writes the default instead of the value. */
const lost = <T>(kind: string, table: FieldTable<T>): readonly StoreMutant[] =>
  plainNames(table).map((name) => ({
    key: `lost/${kind}/${name}`,
    title: `${name} of ${kind} is not stored`,
    foundBy: `round-trip/plain/${kind}`,
    plant: onCollections(altered((record) => (name in record ? { ...record, [name]: table[name].default } : record), 'stored')),
  }))

/** One mutant for each filter by the value of a plain field: the store ignores the filter. */
const unequal: readonly StoreMutant[] = Object.keys(equalFilters).map((member) => ({
  key: `forgotten/${member}`,
  title: `filters ignore ${member}`,
  foundBy: `events/equal/${member}`,
  plant: onCollections(refiltered((filter) => without(filter, member))),
}))

/** Mutants of plain fields and of filters by them. */
export const fieldMutants: readonly StoreMutant[] = [
  ...lost('events', eventFields),
  ...lost('venues', venueFields),
  ...lost('organizers', organizerFields),
  ...unequal,
]
