import type {
  CalendarStore,
  ChangeLog,
  Collection,
  EventCollection,
  PreviewTable,
  ProposalTable,
  RecordFilter,
  RequestTable,
  SortKey,
  StoredRecord,
} from '@kalends/core/store'

/** The names of a store's collections. */
export type CollectionName = 'events' | 'venues' | 'organizers' | 'terms'

/** Wraps a collection of any kind. */
export type CollectionWrapper = <R extends StoredRecord, F extends RecordFilter, S extends SortKey<string>>(
  collection: Collection<R, F, S>,
  name: CollectionName,
) => Collection<R, F, S>

/** The wrappers of a store; calls without a wrapper pass through. */
export interface StoreWrapper {
  /** Wraps each collection. */
  readonly collection?: CollectionWrapper
  /** Wraps the ids of pages of events. */
  readonly findIds?: (find: EventCollection['findIds']) => EventCollection['findIds']
  /** Wraps the counts by facets. */
  readonly countBy?: (count: EventCollection['countBy']) => EventCollection['countBy']
  /** Wraps the recount of events. */
  readonly recount?: (recount: EventCollection['recount']) => EventCollection['recount']
  /** Wraps the requests with keys. */
  readonly requests?: (requests: RequestTable) => RequestTable
  /** Wraps the proposals. */
  readonly proposals?: (proposals: ProposalTable) => ProposalTable
  /** Wraps the preview tokens. */
  readonly previews?: (previews: PreviewTable) => PreviewTable
  /** Wraps the log of writes. */
  readonly log?: (log: ChangeLog) => ChangeLog
  /** Replaces the other methods, except `transaction`, whose stores are wrapped, too. */
  readonly rest?: (store: CalendarStore) => Partial<Omit<CalendarStore, 'transaction'>>
}

/** Wraps a store, and every store that its transactions pass to their work. */
export function wrapStore(store: CalendarStore, wrapper: StoreWrapper): CalendarStore {
  const wrap: CollectionWrapper = wrapper.collection ?? ((collection) => collection)
  const findIds: EventCollection['findIds'] = (query) => store.events.findIds(query)
  const countBy: EventCollection['countBy'] = (query) => store.events.countBy(query)
  const recount: EventCollection['recount'] = (dryRun, atMs) => store.events.recount(dryRun, atMs)
  return {
    contract: store.contract,
    events: {
      ...wrap(store.events, 'events'),
      findIds: wrapper.findIds?.(findIds) ?? findIds,
      countBy: wrapper.countBy?.(countBy) ?? countBy,
      recount: wrapper.recount?.(recount) ?? recount,
    },
    venues: wrap(store.venues, 'venues'),
    organizers: wrap(store.organizers, 'organizers'),
    terms: wrap(store.terms, 'terms'),
    requests: wrapper.requests?.(store.requests) ?? store.requests,
    proposals: wrapper.proposals?.(store.proposals) ?? store.proposals,
    previews: wrapper.previews?.(store.previews) ?? store.previews,
    log: wrapper.log?.(store.log) ?? store.log,
    countByLink: (linkField, ids, filter, signal) => store.countByLink(linkField, ids, filter, signal),
    lockNames: (kind, nameKeys) => store.lockNames(kind, nameKeys),
    restore: (content) => store.restore(content),
    revision: (nowMs, database) => store.revision(nowMs, database),
    ...wrapper.rest?.(store),
    transaction: (work) => store.transaction((tx) => work(wrapStore(tx, wrapper))),
  }
}

/** Passes every call of a collection through one function. */
export function aroundCalls<R extends StoredRecord, F, S>(
  collection: Collection<R, F, S>,
  around: <T>(call: () => Promise<T>) => Promise<T>,
): Collection<R, F, S> {
  return {
    getMany: (ids) => around(() => collection.getMany(ids)),
    find: (query) => around(() => collection.find(query)),
    count: (filter, signal) => around(() => collection.count(filter, signal)),
    insert: (draft, note) => around(() => collection.insert(draft, note)),
    insertMany: (drafts, note) => around(() => collection.insertMany(drafts, note)),
    update: (record, note) => around(() => collection.update(record, note)),
    updateMany: (records, note) => around(() => collection.updateMany(records, note)),
    delete: (id, version, note) => around(() => collection.delete(id, version, note)),
    deleteMany: (records, note) => around(() => collection.deleteMany(records, note)),
    replaceKeys: (records, atMs) => around(() => collection.replaceKeys(records, atMs)),
    getAliases: (ids) => around(() => collection.getAliases(ids)),
    addAliases: (aliases) => around(() => collection.addAliases(aliases)),
  }
}

/** Passes every call of the requests with keys through one function. */
export const aroundRequests = (requests: RequestTable, around: <T>(call: () => Promise<T>) => Promise<T>): RequestTable => ({
  insert: (row, limits) => around(() => requests.insert(row, limits)),
  complete: (keyHash, id) => around(() => requests.complete(keyHash, id)),
  get: (keyHash) => around(() => requests.get(keyHash)),
  deleteBefore: (atMs) => around(() => requests.deleteBefore(atMs)),
})

/** Passes every call of the proposals through one function. */
export const aroundProposals = (proposals: ProposalTable, around: <T>(call: () => Promise<T>) => Promise<T>): ProposalTable => ({
  insert: (proposal) => around(() => proposals.insert(proposal)),
  get: (id) => around(() => proposals.get(id)),
  find: (query) => around(() => proposals.find(query)),
  decide: (id, decision) => around(() => proposals.decide(id, decision)),
})

/** Passes every call of the preview tokens through one function. */
export const aroundPreviews = (previews: PreviewTable, around: <T>(call: () => Promise<T>) => Promise<T>): PreviewTable => ({
  insert: (preview) => around(() => previews.insert(preview)),
  get: (tokenHash) => around(() => previews.get(tokenHash)),
  deleteOf: (eventId) => around(() => previews.deleteOf(eventId)),
  deleteEnded: (untilMs) => around(() => previews.deleteEnded(untilMs)),
})

/** Passes every call of the log through one function. */
export const aroundLog = (log: ChangeLog, around: <T>(call: () => Promise<T>) => Promise<T>): ChangeLog => ({
  number: () => around(() => log.number()),
  head: () => around(() => log.head()),
  read: (query) => around(() => log.read(query)),
  history: (query) => around(() => log.history(query)),
  prune: (limits) => around(() => log.prune(limits)),
  hold: (name, hold) => around(() => log.hold(name, hold)),
  writtenSince: (mark) => around(() => log.writtenSince(mark)),
})
