import { isCalendarError } from '@kalends/client'
import { client, language as given, townZone } from './api.ts'
import { build, one } from './dom.ts'
import { toFilters } from './filters.ts'
import { eventsText } from './number-words.ts'
import { countTrees, type RootOf, type TreeCounts } from './tree-counts.ts'

const language = given ?? 'en'

/**
 * Gives the chips of root categories a number each. Whatever happens, the chips remain of use without it.
 * @returns shows the numbers for a query of the events that are shown, whose categories are left out: a chip adds to those already chosen
 */
export function numberChips(chips: readonly HTMLLabelElement[], rootIdOf: RootOf): (query: URLSearchParams) => Promise<void> {
  const numbered = chips.map((label) => {
    const name = label.textContent ?? ''
    const number = build('span', { className: 'number' })
    label.append(number)
    return { box: one('input', HTMLInputElement, label), name, number }
  })
  let turns = 0
  return async (query) => {
    const turn = ++turns
    const totals = chips.length === 0 ? undefined : await readTotals(query, rootIdOf)
    if (turn !== turns) return
    for (const { box, name, number } of numbered) {
      const count = totals && (totals.get(Number(box.value)) ?? 0)
      number.textContent = count?.toLocaleString(language) ?? ''
      box.lang = language
      box.ariaLabel = count === undefined ? null : `${name}, ${eventsText(count, language)}`
    }
  }
}

/** The numbers for a query; undefined if the service does not tell them, or the days of the query are not those of the town. */
async function readTotals(query: URLSearchParams, rootIdOf: RootOf): Promise<TreeCounts | undefined> {
  if (query.get('timeZone') !== townZone) return undefined
  const { categories: _chosen, ...filters } = toFilters(query)
  const [from, startsBefore] = [query.get('start') ?? '', query.get('end') ?? '']
  try {
    return await countTrees(
      client.events,
      { ...filters, from, startsBefore, ...(query.get('status') === 'any' && { status: 'any' }) },
      rootIdOf,
    )
  } catch (error) {
    if (!isCalendarError(error)) throw error
    return undefined
  }
}
