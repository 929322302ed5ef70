import type { CalendarStore } from '@kalends/core'
import { requireKnownOptions } from '@kalends/core/store'
import { aroundCalls, aroundLog, aroundPreviews, aroundProposals, aroundRequests, wrapStore } from './wrap-store.ts'

/** A store that fails once. */
export interface FailingStore extends CalendarStore {
  /** The number of calls up to now, including commits. */
  calls(): number
}

/**
 * A store that throws at its k-th call and works before and after. Every call of a collection, of `requests`, `proposals`, `previews` or `log`, `countByLink`,
 * `lockNames`, `restore` and `revision` counts, and so does each commit. Run the tested work with 1, 2, 3 and so on, until it needs fewer calls, to test
 * that it is atomic.
 * @param options `failAt`: which call fails, from 1; `error`: the thrown error, by default an Error that names the call
 * @throws TypeError an option is unknown
 * @example
 * for (let failAt = 1; ; failAt++) {
 *   const store = failingStore(memoryStore(), { failAt })
 *   await work(store).catch(() => undefined)
 *   if (store.calls() < failAt) break
 * }
 */
export function failingStore(store: CalendarStore, options: { readonly failAt: number; readonly error?: unknown }): FailingStore {
  requireKnownOptions('failingStore', options, { failAt: true, error: true })
  const { failAt, error } = options
  let calls = 0
  const tick = (): void => {
    calls++
    if (calls === failAt) throw error ?? new Error(`call ${failAt} fails`)
  }
  const around = async <T>(call: () => T | Promise<T>): Promise<T> => {
    tick()
    return call()
  }
  const wrapped = wrapStore(store, {
    collection: (collection) => aroundCalls(collection, around),
    findIds: (find) => (query) => around(() => find(query)),
    countBy: (count) => (query) => around(() => count(query)),
    recount:
      (recount) =>
      (...given) =>
        around(() => recount(...given)),
    requests: (requests) => aroundRequests(requests, around),
    proposals: (proposals) => aroundProposals(proposals, around),
    previews: (previews) => aroundPreviews(previews, around),
    log: (log) => aroundLog(log, around),
    rest: (inner) => ({
      countByLink: (linkField, ids, filter, signal) => around(() => inner.countByLink(linkField, ids, filter, signal)),
      lockNames: (kind, nameKeys) => around(() => inner.lockNames(kind, nameKeys)),
      restore: (content) => around(() => inner.restore(content)),
      revision: (nowMs, database) => around(() => inner.revision(nowMs, database)),
    }),
  })
  return {
    ...wrapped,
    calls: () => calls,
    transaction: (work) =>
      wrapped.transaction(async (tx) => {
        const result = await work(tx)
        tick()
        return result
      }),
  }
}
