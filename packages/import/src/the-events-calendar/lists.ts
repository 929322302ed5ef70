import type { ImportWarning } from '../item.ts'
import { isMembers, type Members } from '../values/members.ts'
import { toText } from '../values/texts.ts'
import type { Answer, Ask } from './request.ts'
import { disabled, isDisabled, type ToAddress } from './site.ts'

/** A list of the interface. */
export interface List {
  /** The member of a page that has the records. */
  readonly name: 'categories' | 'tags' | 'venues' | 'organizers' | 'events'
  readonly parameters: Readonly<Record<string, string | number>>
}

/**
 * How many records a page has. Sites send at most 50. Sites order events by their starts alone, so that equal starts can lose an event between
 * two pages; other sizes divide the list at other places.
 */
const pageSizes = [50, 49, 48]

/**
 * Reads the records of a list, each once, up to a number of them. The reader counts the pages itself, because the links of sites lose filters.
 * @returns why the list was not read as a whole; undefined if it was
 */
export async function* readList(
  ask: Ask,
  toAddress: ToAddress,
  list: List,
  maxRecords: number,
): AsyncGenerator<Members, ImportWarning | undefined> {
  const seen = new Set<string>()
  let missing = 0
  for (const size of pageSizes) {
    const totals = new Set<number>()
    const inPass = new Set<string>()
    for (let page = 1; ; page++) {
      const answer = await ask(toAddress(list.name, { ...list.parameters, page, per_page: size }))
      const read = 'code' in answer ? answer : readPage(answer, list, page)
      if (read === 'end') break
      if ('code' in read) return read
      const before = inPass.size
      for (const record of read.records) {
        const id = idOf(record)
        inPass.add(id)
        if (seen.has(id)) continue
        // Of an endless list, maybe no record becomes an item.
        if (seen.size >= maxRecords) return tooManyItems(maxRecords)
        seen.add(id)
        yield record
      }
      if (read.total !== undefined) totals.add(read.total)
      // A site that ignores the number of the page sends the same page for ever.
      if (inPass.size === before || page >= read.totalPages) break
    }
    missing = Math.max(0, ...totals) - seen.size
    // A record that was deleted meanwhile moves another one to a page that was already read.
    if (missing <= 0 && totals.size <= 1) return undefined
  }
  return missing > 0
    ? { code: 'records_missing', message: `The site has not sent ${missing} of its ${list.name}.` }
    : { code: 'list_changed', message: `The ${list.name} of the site have changed while they were read.` }
}

/** Why a list with more records than an import takes is not read any further. */
export const tooManyItems = (maxItems: number): ImportWarning => ({
  code: 'too_many_items',
  message: `The site has more than ${maxItems} records.`,
})

/** Identifies a record within its list. Empty for one without an id that is too deep for a text. */
function idOf(record: Members): string {
  try {
    return toText(record['id']) || JSON.stringify(record)
  } catch {
    return ''
  }
}

interface Page {
  readonly records: readonly Members[]
  /** Undefined where the site does not say it. */
  readonly total: number | undefined
  /** Endless where the site does not say it: then a page past the end is the end. */
  readonly totalPages: number
}

/** Reads a page; `end` for a page past the end. */
function readPage(answer: Answer, { name }: List, page: number): Page | 'end' | ImportWarning {
  const { status, body } = answer
  if (isDisabled(answer)) return disabled
  const members = isMembers(body) ? body : {}
  const code = toText(members['code'])
  if (status === 404 && (page > 1 || code.endsWith('page-not-found') || code === 'page_out_of_range')) return 'end'
  if (status !== 200) return toRefusal(status, code, name)
  const records: unknown = members[name]
  if (!Array.isArray(records)) return { code: 'not_a_list', message: `The site answered with something that is no list of ${name}.` }
  const [total, totalPages] = [members['total'], members['total_pages']].map((value) => (toText(value) === '' ? Number.NaN : Number(value)))
  return {
    records: records.map((record: unknown) => (isMembers(record) ? record : { value: record })),
    total: Number.isNaN(total) ? undefined : total,
    totalPages: totalPages === undefined || Number.isNaN(totalPages) ? Number.POSITIVE_INFINITY : totalPages,
  }
}

function toRefusal(status: number, code: string, name: string): ImportWarning {
  const suffix = code === '' ? '' : ` (${code})`
  if (code === 'rest_no_route' || status === 404)
    return { code: 'no_interface', message: `The site has no interface for ${name}${suffix}. Has it The Events Calendar, and permalinks?` }
  if (status === 401 || status === 403) return { code: 'forbidden', message: `The site refuses to send its ${name}${suffix}.` }
  return { code: 'refused', message: `The site answered to the request for its ${name} with status ${status}${suffix}.` }
}
