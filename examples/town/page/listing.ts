import { isCalendarError } from '@kalends/client'
import type { Explanation } from '@kalends/core'
import { client } from './api.ts'
import { build, one } from './dom.ts'
import { type Filters, toFilters } from './filters.ts'
import { mayWrite } from './person.ts'
import type { TownEvent } from './records.ts'

/** Where the pages keep the query of the calendar: its filters hold while somebody writes an event. */
const viewKey = 'town.view'

/** Keeps the query of the calendar for the pages of events. */
export const keepView = (query: URLSearchParams): void => sessionStorage.setItem(viewKey, query.toString())

/** The filters of the calendar when it was shown last. */
const viewFilters = (): Filters => toFilters(new URLSearchParams(sessionStorage.getItem(viewKey) ?? ''))

/** Why a list lacks the event. The page of a series stands for its dates, which lists have. */
const reasonsOf = ({ reasons }: Explanation): readonly HTMLElement[] =>
  reasons.filter(({ code }) => code !== 'series').map(({ message }) => build('li', {}, message))

const listOf = (title: string, reasons: readonly HTMLElement[], ...more: readonly Node[]): readonly HTMLElement[] =>
  reasons.length === 0 ? [] : [build('p', {}, title), build('ul', {}, ...reasons), ...more.map((node) => build('p', {}, node))]

/** Tells those who may change the event why visitors do not see it in the calendar, and which of the own filters hide it. */
export async function explainListing({ id }: TownEvent): Promise<void> {
  if (!mayWrite()) return
  const section = one('#listing', HTMLElement)
  try {
    const [forVisitors, filtered] = await Promise.all([
      client.events.explain(id, {}, { viewer: { actor: null } }),
      client.events.explain(id, { ...viewFilters(), status: 'any', hidden: 'include' }),
    ])
    section.append(
      ...listOf('Visitors do not see this event in the calendar:', reasonsOf(forVisitors)),
      ...listOf('Your filters of the calendar hide this event:', reasonsOf(filtered), build('a', { href: '/' }, 'Show all events')),
    )
    section.hidden = section.childElementCount === 0
  } catch (error) {
    // Others may read the event and not change it, and the page is of use without the explanation.
    if (!isCalendarError(error)) throw error
  }
}
