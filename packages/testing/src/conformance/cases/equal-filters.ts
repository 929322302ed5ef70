import { type ConformanceCase, defineCase } from '../case.ts'
import { unusualValues, usualValues } from '../equal-values.ts'
import { assertFinds } from '../expectations.ts'

/** Filters by the value of a plain field. */
export const equalFilterCases: readonly ConformanceCase[] = Object.entries(unusualValues).map(([member, unusual]) =>
  defineCase(`events/equal/${member}`, `the filter ${member} finds the events with the given value`, async ({ store, draft }) => {
    const usual: unknown = Reflect.get(usualValues, member)
    for (const [slug, value] of Object.entries({ usual, unusual })) {
      await store.events.insert(draft.event({ slug, [member]: value }))
    }
    await assertFinds(store.events, { [member]: usual }, ['usual'])
    await assertFinds(store.events, { [member]: unusual }, ['unusual'])
  }),
)
