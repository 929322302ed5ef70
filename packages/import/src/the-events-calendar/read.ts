import type { ImportItem, ImportWarning } from '../item.ts'
import { type Members, membersIn } from '../values/members.ts'
import { toText } from '../values/texts.ts'
import { askThrough, type SiteCheckpoint, toCheckpointFault } from './checkpoint.ts'
import { readEvent } from './event.ts'
import { type List, readList, tooManyItems } from './lists.ts'
import { modifiedMsOf, type RecordContext } from './publication.ts'
import { type Item, readOrganizer, readTerm, readVenue, toUnreadable } from './records.ts'
import { type Ask, type CallAfter, createAsk, type RequestSettings } from './request.ts'
import { joinDates } from './series.ts'
import { findInterface, type ToAddress } from './site.ts'

/** The resolved options of the reader. */
export interface SiteSettings extends RequestSettings, RecordContext {
  readonly url: URL
  /** Only records that the site has changed at this time or later. */
  readonly sinceMs: number | undefined
  readonly maxItems: number
  readonly repeating: 'single' | 'series'
  readonly checkpoint: SiteCheckpoint | undefined
}

/** The lists in the order in which later records link earlier ones. */
const lists: readonly List[] = [
  { name: 'categories', parameters: { hide_empty: 0 } },
  { name: 'tags', parameters: { hide_empty: 0 } },
  { name: 'venues', parameters: {} },
  { name: 'organizers', parameters: {} },
  // Without dates, the list begins today and ends in two years.
  { name: 'events', parameters: { start_date: '1900-01-01', end_date: '2200-12-31' } },
]

/** Why only a part of the site is read although nothing has failed. */
const changedAlone: ImportWarning = { code: 'changed_alone', message: 'Only records that have changed were read.' }

/** Faults with which a run does not end before its time: after that of a list, the others are read. */
const faultsOfList = new Set(['forbidden', 'refused', 'no_interface', 'not_a_list', 'records_missing', 'list_changed', 'too_many_items'])

/** Reads the records of a site; the last item is the end. */
export async function* readSite(settings: SiteSettings, after?: CallAfter): AsyncGenerator<ImportItem, void> {
  const { checkpoint, sinceMs } = settings
  const request = createAsk(settings, after)
  const toAddress = await findInterface(settings.url, request)
  if (typeof toAddress !== 'function') return void (yield { kind: 'end', complete: false, reason: toAddress })
  const items = readLists(askThrough(request, checkpoint), toAddress, settings)
  let [index, reason]: [number, ImportWarning | undefined] = [0, undefined]
  let next = await items.next()
  for (; next.done !== true; next = await items.next()) {
    if (index < settings.maxItems) yield { ...next.value, index: index++ }
    else reason = tooManyItems(settings.maxItems)
    if (reason !== undefined) break
  }
  reason ??= next.done === true ? next.value : undefined
  // The next run continues where this one was interrupted; after any other end, it reads the site as it is then.
  if (reason === undefined || faultsOfList.has(reason.code)) reason = (await clear(checkpoint)) ?? reason
  if (reason === undefined && sinceMs !== undefined) reason = changedAlone
  yield reason === undefined ? { kind: 'end', complete: true } : { kind: 'end', complete: false, reason }
}

/** Reads one list after the other. @returns why a list was not read as a whole; undefined if all were */
async function* readLists(ask: Ask, toAddress: ToAddress, settings: SiteSettings): AsyncGenerator<Item, ImportWarning | undefined> {
  const toItems = createItemReader(settings)
  let reason: ImportWarning | undefined
  for (const list of lists) {
    const records = readList(ask, toAddress, list, settings.maxItems)
    const isHeld = list.name === 'categories' || (list.name === 'events' && settings.repeating === 'series')
    const held: Item[] = []
    let next = await records.next()
    for (; next.done !== true; next = await records.next())
      for (const item of await toItems(list, next.value)) {
        if (!isHeld) yield item
        else if (held.push(item) > settings.maxItems) return tooManyItems(settings.maxItems)
      }
    if (list.name === 'categories') yield* parentsFirst(held)
    // A list that was not read as a whole would take dates from its series.
    else if (next.value === undefined) yield* joinDates(held)
    if (next.value !== undefined && !faultsOfList.has(next.value.code)) return next.value
    reason ??= next.value
  }
  return reason
}

/** Parents before their children: until its parent is known, a category would stand beside all others, where its name may be taken. */
function parentsFirst(categories: readonly Item[]): Iterable<Item> {
  const byKey = new Map(categories.map((item) => [item.key, item]))
  const ordered = new Set<Item>()
  for (const category of categories) {
    const chain = new Set<Item>()
    let item: Item | undefined = category
    // A site may send parents in a circle.
    while (item !== undefined && !ordered.has(item) && !chain.has(item)) {
      chain.add(item)
      item = byKey.get((item.kind === 'category' ? item.parentKey : undefined) ?? '')
    }
    for (const each of [...chain].reverse()) ordered.add(each)
  }
  return ordered
}

async function clear(checkpoint: SiteCheckpoint | undefined): Promise<ImportWarning | undefined> {
  try {
    await checkpoint?.clear()
    return undefined
  } catch (error) {
    return toCheckpointFault(error)
  }
}

type ToItems = (list: List, record: Members) => Promise<readonly Item[]>

function createItemReader(settings: SiteSettings): ToItems {
  const { sinceMs } = settings
  const known = { venue: new Set<string>(), organizer: new Set<string>() }
  // Categories may have equal names under different parents.
  const [names, sharedNames] = [new Set<string>(), new Set<string>()]
  const isChanged = (record: Members): boolean => sinceMs === undefined || (modifiedMsOf(record) ?? sinceMs) >= sinceMs
  const readProfile = {
    venue: (record: Members) => readVenue(record, settings),
    organizer: (record: Members) => readOrganizer(record, settings),
  }
  const take = (kind: 'venue' | 'organizer', record: Members): boolean => {
    const id = toText(record['id'])
    const isNew = !known[kind].has(id)
    if (id !== '') known[kind].add(id)
    return isNew && isChanged(record)
  }
  return async ({ name }, record) => {
    if (name === 'venues' || name === 'organizers') {
      const kind = name === 'venues' ? 'venue' : 'organizer'
      return take(kind, record) ? [await readProfile[kind](record)] : []
    }
    if (name !== 'events') {
      const term = toText(record['id']) === '' ? toUnreadable('', noId) : readTerm(record, name === 'tags' ? 'tag' : 'category')
      if (term.kind === 'category') (names.has(term.input.name.toLowerCase()) ? sharedNames : names).add(term.input.name.toLowerCase())
      return [term]
    }
    if (!isChanged(record)) return []
    const linked: Item[] = []
    // Lists leave out venues and organizers that are not published; events have them all the same.
    for (const kind of ['venue', 'organizer'] as const)
      for (const profile of membersIn(record[kind]))
        if (toText(profile['id']) !== '' && take(kind, profile)) linked.push(await readProfile[kind](profile))
    return [...linked, await readEvent(record, settings, sharedNames)]
  }
}

const noId: ImportWarning = { code: 'no_id', message: 'The record has no id.' }
