import type { Calendar, CalendarClient, CalendarOf, Category, ChangeItem, ChangesInput, Event, Organizer, Tag, Venue } from '@kalends/core'
import { changesOf, collectionOf } from './changes.ts'
import { isCalendarError } from './errors.ts'
import { nowMs, random } from './host.ts'
import { wait } from './limit.ts'
import { type Collection, collections, namesOf } from './names.ts'
import type { ClientSignal } from './options.ts'

/** The lists of a copy, with their filters: kinds that are not named are left out, and `{}` is all records of a kind. */
export type CopyLists<F extends CalendarOf<Calendar> = CalendarOf<Calendar>> = Omit<ChangesInput<F>, 'limit'>

/** How a copy follows the calendar. */
export interface FollowOptions<F extends CalendarOf<Calendar> = CalendarOf<Calendar>> {
  /** Stops `follow`. */
  readonly signal: ClientSignal
  /** Is called after the copy has changed, with what changed. An error that it throws stops `follow`. */
  readonly onChange?: ((changes: readonly ChangeItem<F>[]) => void) | undefined
  /** Is called when the service does not answer; the copy does not change, and tries again after up to 60 seconds. */
  readonly onUnavailable?: ((error: unknown) => void) | undefined
  /** How long one request waits for a change, in milliseconds up to 30,000. @default 25_000 */
  readonly waitMs?: number | undefined
}

/** A local copy of lists. Each map has the records of one list by id; that of a kind that is not followed stays empty. */
export interface Copy<F extends CalendarOf<Calendar> = CalendarOf<Calendar>> {
  /** The events. */
  readonly events: ReadonlyMap<number, Event<F>>
  /** The venues. */
  readonly venues: ReadonlyMap<number, Venue<F>>
  /** The organizers. */
  readonly organizers: ReadonlyMap<number, Organizer<F>>
  /** The categories. */
  readonly categories: ReadonlyMap<number, Category<F>>
  /** The tags. */
  readonly tags: ReadonlyMap<number, Tag<F>>
  /**
   * Makes the copy equal to the lists: reads them the first time, afterwards only what changed. After a failure the copy is a consistent
   * earlier state, from which the next call continues. Calls run one after the other.
   * @param options `waitMs`: how long to wait for a change, 0 to 30,000; not the first time. `signal`: rejects with its reason.
   * @returns what changed
   * @throws the errors of `list` and `since`, except those of a token that has expired or is unknown: then the lists are read again
   */
  sync(options?: { readonly waitMs?: number | undefined; readonly signal?: ClientSignal | undefined }): Promise<readonly ChangeItem<F>[]>
  /**
   * Keeps the copy equal until the signal is aborted; then the promise is fulfilled.
   * @throws the errors of `sync`, except `unavailable`
   */
  follow(options: FollowOptions<F>): Promise<void>
}

/** A record of any kind. It is plain JSON. */
export type AnyRecord = {
  /** Its id. */
  readonly id: number
}

/** A change of any kind: its record, or that the record with this kind and id is gone. */
export type CopyChange = { readonly kind: string; readonly id: number } & (
  | { readonly gone: true }
  | { readonly gone: false; readonly record: AnyRecord }
)

/** Keeps a copy beyond the life of the process. One copy uses a store at a time. */
export interface CopyStore {
  /** Returns what `save` has stored: the last token, and the records that are not gone; no token if nothing is stored. Called once. */
  load(): CopyState | Promise<CopyState>
  /**
   * Stores changes and the token that follows them, in one transaction. The copy changes after that: if the process ends in between, the
   * next one continues from the stored state.
   */
  save(changes: readonly CopyChange[], token: string): void | Promise<void>
}

/** What a store of a copy has. */
export interface CopyState {
  /** The token of the last `save`. */
  readonly token?: string | undefined
  /** The records, in any order. */
  readonly records: readonly { readonly kind: string; readonly record: AnyRecord }[]
}

/** The options of a copy. */
export interface CopyOptions {
  /** Where the copy is kept. @default in memory alone */
  readonly store?: CopyStore | undefined
}

type Maps = Readonly<Record<Collection, Map<number, AnyRecord>>>

/** Reads all lists: their records, and what the maps have beyond that as gone. */
async function readLists<F extends CalendarOf<Calendar>>(
  client: CalendarClient<F>,
  lists: CopyLists<F>,
  maps: Maps,
  signal: ClientSignal | undefined,
): Promise<CopyChange[]> {
  const items: CopyChange[] = []
  for (const name of collections) {
    const { kind } = namesOf[name]
    const left = new Set(maps[name].keys())
    // Each list has the filters of its kind, which the union of all kinds does not express.
    const records = lists[name] ? (client[name].each(lists[name] as never, { signal }) as AsyncIterable<AnyRecord>) : []
    for await (const record of records) {
      items.push({ kind, id: record.id, gone: false, record })
      left.delete(record.id)
    }
    for (const id of left) items.push({ kind, id, gone: true })
  }
  return items
}

/**
 * Creates a copy of lists, which is empty until the first `sync`.
 * @param client a calendar in process, or a client of `createClient`
 * @param lists the lists with their filters; over HTTP, only events have filters. A relative bound moves with the clock, and events that
 * its window leaves are dropped.
 * @param options `store`: where the copy is kept, so that a new process continues from it. A stored copy of other lists is read again.
 * @throws TypeError the client is neither a calendar nor of `createClient`
 * @example
 * const copy = createCopy(calendar, { events: { categories: 'music' }, venues: {} })
 * await copy.sync()
 * console.log(copy.events.size)
 * await copy.follow({ signal: request.signal, onChange: (changes) => console.log(changes.length) })
 */
export function createCopy<F extends CalendarOf<Calendar> = CalendarOf<Calendar>>(
  client: CalendarClient<F>,
  lists: CopyLists<F>,
  { store }: CopyOptions = {},
): Copy<F> {
  changesOf(client)
  // The type of Object.fromEntries does not know the keys.
  const maps = Object.fromEntries(collections.map((name) => [name, new Map()])) as Maps
  /** The changes that the caller does not know yet. A call that fails after it has applied some leaves them to the next one. */
  const news = new Map<string, CopyChange>()
  let isLoaded = false
  let token: string | undefined

  /** Stores changes, and then applies them: if the store fails, the copy stays as it was. */
  const apply = async (items: readonly CopyChange[], next: string): Promise<void> => {
    if (items.length > 0 || next !== token) await store?.save(items, next)
    token = next
    for (const item of items) {
      const records = maps[collectionOf(item.kind)]
      // A record that was never in the list may be reported as gone, which is no change. By record: `since` may report again one that the
      // first reading of the list has found.
      if (item.gone ? records.delete(item.id) : records.set(item.id, item.record)) news.set(item.kind + item.id, item)
    }
  }

  /** Reads what changed since the token, to the end. */
  const goOn = async (waitMs: number, signal: ClientSignal | undefined): Promise<void> => {
    while (token) {
      const page = await changesOf(client).since(token, lists, { waitMs: news.size ? 0 : waitMs, signal })
      await apply(page.items, page.token)
      if (!page.more) return
    }
  }

  let last: Promise<unknown> = Promise.resolve()
  const sync: Copy<F>['sync'] = ({ waitMs = 0, signal } = {}) => {
    const next = last.then(async () => {
      const state = isLoaded ? undefined : await store?.load()
      for (const { kind, record } of state?.records ?? []) maps[collectionOf(kind)].set(record.id, record)
      isLoaded = true
      token = state?.token ?? token
      await goOn(waitMs, signal).catch((error: unknown) => {
        // A service that knows another form of tokens, or a store that a text was written into, must not stop the copy for good.
        const isUnknown = isCalendarError(error, 'invalid_input') && error.details.params['token']
        if (!isUnknown && !isCalendarError(error, 'token_expired')) throw error
        token = undefined
      })
      if (!token) {
        // The token comes first: a change between the two is read twice, and never lost.
        const first = await changesOf(client).token(lists, { signal })
        await apply(await readLists(client, lists, maps, signal), first)
        await goOn(0, signal)
      }
      const taken = [...news.values()]
      news.clear()
      return taken as readonly unknown[] as readonly ChangeItem<F>[] // The items are those of the calls for these lists.
    })
    // The caller gets the failure; the next call begins all the same.
    last = next.catch(() => undefined)
    return next
  }
  // The maps have the records of their kinds.
  return { ...maps, sync, follow: (options: FollowOptions<F>) => follow(sync, options) } as unknown as Copy<F>
}

async function follow<F extends CalendarOf<Calendar>>(
  sync: Copy<F>['sync'],
  { signal, onChange, onUnavailable, waitMs = 25_000 }: FollowOptions<F>,
): Promise<void> {
  try {
    for (let failures = 0; ; ) {
      const begunMs = nowMs()
      const changes = await sync({ waitMs, signal }).catch((error: unknown) => {
        if (signal.aborted || !isCalendarError(error, 'unavailable')) throw error
        onUnavailable?.(error)
      })
      if (signal.aborted) return
      failures = changes ? 0 : failures + 1
      // Up to a second after the first failure, up to a minute after many.
      if (!changes) await wait(Math.min(60_000, 1_000 * 2 ** (failures - 1)) * (1 - random() / 2), [signal])
      else if (changes.length > 0) onChange?.(changes)
      // An answer without changes that came within a second did not wait: the service has too many callers that do.
      else if (nowMs() - begunMs < Math.min(1_000, waitMs)) await wait(5_000, [signal])
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
