import type { ImportItem, ImportWarning } from '../item.ts'
import { type Members, membersIn } from '../values/members.ts'
import { toText } from '../values/texts.ts'
import { askThrough, type SiteCheckpoint, toCheckpointFault } from './checkpoint.ts'
import { readEvent } from './event.ts'
import { type List, readList } from './lists.ts'
import { modifiedMsOf, type RecordContext } from './publication.ts'
import { readOrganizer, readTerm, readVenue, toUnreadable, type WithoutIndex } from './records.ts'
import { type CallAfter, createAsk, type RequestSettings } from './request.ts'
import { findInterface } from './site.ts'

/** The resolved options of the reader. */
export interface SiteSettings extends RequestSettings, RecordContext {
  readonly url: URL
  /** Only records that the site has changed at this time or later. */
  readonly sinceMs: number | undefined
  readonly maxItems: number
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

/** Faults of one list, after which the others are read. */
const faultsOfList = new Set(['forbidden', 'refused', 'no_interface', 'not_a_list', 'records_missing', 'list_changed'])

/** Reads the records of a site; the last item is the end. */
export async function* readSite(settings: SiteSettings, after?: CallAfter): AsyncGenerator<ImportItem, void> {
  const { checkpoint, maxItems, sinceMs } = settings
  const request = createAsk(settings, after)
  const toAddress = await findInterface(settings.url, request)
  if (typeof toAddress !== 'function') return void (yield { kind: 'end', complete: false, reason: toAddress })
  const ask = askThrough(request, checkpoint)
  const toItems = createItemReader(settings)
  let index = 0
  let reason: ImportWarning | undefined
  for (const list of lists) {
    const records = readList(ask, toAddress, list)
    let next = await records.next()
    for (; next.done !== true; next = await records.next()) {
      for (const item of await toItems(list, next.value)) {
        if (index < maxItems) yield { ...item, index: index++ }
        else reason = { code: 'too_many_items', message: `The site has more than ${maxItems} records.` }
      }
      if (reason?.code === 'too_many_items') return void (yield { kind: 'end', complete: false, reason })
    }
    reason ??= next.value
    if (next.value !== undefined && !faultsOfList.has(next.value.code)) break
  }
  if (reason === undefined) reason = await clear(checkpoint)
  if (reason === undefined && sinceMs !== undefined) reason = changedAlone
  yield reason === undefined ? { kind: 'end', complete: true } : { kind: 'end', complete: false, reason }
}

async function clear(checkpoint: SiteCheckpoint | undefined): Promise<ImportWarning | undefined> {
  try {
    await checkpoint?.clear()
    return undefined
  } catch (error) {
    return toCheckpointFault(error)
  }
}

type Item = WithoutIndex<Exclude<ImportItem, { kind: 'end' }>>
type ToItems = (list: List, record: Members) => Promise<readonly Item[]>

function createItemReader(settings: SiteSettings): ToItems {
  const { sinceMs } = settings
  const known = { venue: new Set<string>(), organizer: new Set<string>() }
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
    if (name !== 'events')
      return [toText(record['id']) === '' ? toUnreadable('', noId) : readTerm(record, name === 'tags' ? 'tag' : 'category')]
    if (!isChanged(record)) return []
    const linked: Item[] = []
    // Lists leave out venues and organizers that are not published; events have them all the same.
    for (const kind of ['venue', 'organizer'] as const)
      for (const profile of membersIn(record[kind]))
        if (toText(profile['id']) !== '' && take(kind, profile)) linked.push(await readProfile[kind](profile))
    return [...linked, await readEvent(record, settings)]
  }
}

const noId: ImportWarning = { code: 'no_id', message: 'The record has no id.' }
