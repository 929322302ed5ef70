import { CalendarError, type CalendarStore } from '@kalends/core'
import {
  type Alias,
  type ChangeLog,
  type Collection,
  compareCodePoints,
  countFacets,
  type Draft,
  deletedPreviews,
  deletedRequests,
  type EntityId,
  type EventFilter,
  type EventRecord,
  type EventSort,
  earliestOfSeries,
  eventSortValue,
  type HowWritten,
  indexedEntry,
  inheritFrom,
  insertEach,
  type Kind as KindName,
  type LinkedEvents,
  type LinkField,
  type LogEntry,
  type LoggedChange,
  type LogHold,
  matchesEvent,
  matchesProfile,
  matchesTerm,
  type OrganizerRecord,
  type PreviewTable,
  type ProfileFilter,
  type ProfileSort,
  type ProposalTable,
  prunedRows,
  type Removal,
  type RequestTable,
  removedEntries,
  requireDistinctIds,
  type SortKey,
  type StoredPreview,
  type StoredProposal,
  type StoredRecord,
  type StoredRequest,
  storeContract,
  type TermFilter,
  type TermRecord,
  type TermSort,
  type VenueRecord,
  type WriteNote,
  writtenEntry,
} from '@kalends/core/store'

// The store of docs/extend/writing-a-store.md: complete, and as small as it can be. Every read looks at every record.

/** All that is stored. */
interface State {
  readonly events: Map<EntityId, EventRecord>
  readonly venues: Map<EntityId, VenueRecord>
  readonly organizers: Map<EntityId, OrganizerRecord>
  readonly terms: Map<EntityId, TermRecord>
  readonly requests: Map<string, StoredRequest>
  /** By the order of their ids. */
  readonly proposals: Map<number, StoredProposal>
  /** By the hashes of the tokens. */
  readonly previews: Map<string, StoredPreview>
  /** The former slugs and names of the records of each collection. */
  readonly aliases: Readonly<Record<'events' | 'venues' | 'organizers' | 'terms', Alias[]>>
  /** The log of writes. */
  readonly log: LoggedChange[]
  /** Rows that pruning has kept for the history of their records. */
  readonly past: LoggedChange[]
  /** The holds of readers of the log: pruning keeps the rows from the number of a hold on. */
  readonly holds: Map<string, LogHold>
}

const copyOf = (state: State): State => ({
  events: new Map(state.events),
  venues: new Map(state.venues),
  organizers: new Map(state.organizers),
  terms: new Map(state.terms),
  requests: new Map(state.requests),
  proposals: new Map(state.proposals),
  previews: new Map(state.previews),
  aliases: {
    events: [...state.aliases.events],
    venues: [...state.aliases.venues],
    organizers: [...state.aliases.organizers],
    terms: [...state.aliases.terms],
  },
  log: [...state.log],
  past: [...state.past],
  holds: new Map(state.holds),
})

/** The functions that differ between the kinds of records. */
interface Kind<R extends StoredRecord, F, S extends SortKey<string>> {
  /** The stored records of this kind. */
  rows(state: State): Map<EntityId, R>
  /** The aliases of these records. */
  aliases(state: State): Alias[]
  /** Its name in errors; undefined for a term that does not exist. */
  nameOf(record: R | undefined): KindName | undefined
  /** Its name in the log. */
  loggedName(record: Draft<R>): KindName
  /** The records that match a filter, as they are read. */
  matching(filter: F, state: State): readonly R[]
  /** The record that reads return, with the members that it inherits; absent for kinds that inherit nothing. */
  whole?(record: R, state: State): R
  /** The value that a sort key compares. */
  sortValue(sort: S, record: R, state: State): unknown
  /** The key that makes slugs unique: no two records may share it. */
  slugKey(record: Draft<R>): string
  /** The same for names of terms and for keys of occurrences; absent for other kinds. */
  unique?(record: Draft<R>): UniqueKey | undefined
  /** The member by which events link the record; absent for events. */
  linkField?(record: R): LinkField
}

/** A key that no two records may share. */
interface UniqueKey {
  readonly key: string
  /** Whether the records of one `updateMany` may exchange such keys. */
  readonly isExchangeable: boolean
  taken(): CalendarError
}

/** How a collection reads and writes the state: inside an open transaction, or with a transaction for each write. */
interface Access {
  read(): State
  write<T>(change: (state: State) => T): Promise<T>
  /** Runs several writes as a whole. */
  together<T>(work: (inside: Access) => Promise<T>): Promise<T>
}

/** Whether a record meets the member `events` of a filter: matching events link it, or none does where `some` is false. */
function isLinkedAsWanted(wanted: LinkedEvents | undefined, linkField: LinkField, id: EntityId, state: State): boolean {
  return wanted === undefined || wanted.some === countLinking(wanted.filter, linkField, id, state) > 0
}

/** Whether a term matches `shownBy`: the term or one of its descendants is known to everybody, or a matching event links it. */
function isShown(filter: EventFilter | undefined, { id }: TermRecord, state: State): boolean {
  if (filter === undefined) return true
  const branch = [...state.terms.values()].filter((term) => term.id === id || term.ancestorIds.includes(id))
  return branch.some((term) => term.known || countLinking(filter, linkFieldOfTerm(term), term.id, state) > 0)
}

/** The number of matching events that link a record. */
function countLinking(filter: EventFilter, linkField: LinkField, id: EntityId, state: State): number {
  return matchingEvents(filter, state).filter((event) => event[linkField].includes(id)).length
}

/** An occurrence with the texts of its series, or any other event. */
function wholeEvent(event: EventRecord, state: State): EventRecord {
  const series = state.events.get(event.seriesId)
  return series === undefined ? event : inheritFrom(series, event)
}

const matchingEvents = (filter: EventFilter, state: State): readonly EventRecord[] =>
  [...state.events.values()]
    .map((event) => wholeEvent(event, state))
    .filter((event) => matchesEvent(filter, event, lookups(state, state.aliases.events)))

/** The lookups of the predicates, for records with some aliases. */
const lookups = (state: State, aliases: readonly Alias[]) => ({
  venue: (id: EntityId) => state.venues.get(id),
  organizer: (id: EntityId) => state.organizers.get(id),
  aliases: (id: EntityId) => aliases.filter((alias) => alias.id === id),
})

const eventKind: Kind<EventRecord, EventFilter, EventSort> = {
  rows: (state) => state.events,
  aliases: (state) => state.aliases.events,
  nameOf: () => 'event',
  loggedName: () => 'event',
  matching({ afterId = 0, ...filter }, state) {
    const events = matchingEvents(filter, state)
    const kept = filter.distinct === undefined ? events : earliestOfSeries(events)
    return kept.filter(({ id }) => id > afterId)
  },
  whole: wholeEvent,
  sortValue: ({ key }, event) => eventSortValue(event, key),
  slugKey: ({ slug }) => slug,
  unique: ({ role, seriesId, occurrenceKey }) =>
    role === 'occurrence'
      ? {
          key: `${seriesId} ${occurrenceKey}`,
          isExchangeable: true,
          taken: () => new CalendarError('version_conflict', { id: seriesId }),
        }
      : undefined,
}

function profileKind<R extends VenueRecord | OrganizerRecord>(
  name: KindName,
  linkField: LinkField,
  { rows, aliases }: Pick<Kind<R, ProfileFilter, ProfileSort>, 'rows' | 'aliases'>,
): Kind<R, ProfileFilter, ProfileSort> {
  return {
    rows,
    aliases,
    nameOf: () => name,
    loggedName: () => name,
    matching: (filter, state) =>
      [...rows(state).values()].filter(
        (profile) =>
          matchesProfile(filter, profile, lookups(state, aliases(state))) && isLinkedAsWanted(filter.events, linkField, profile.id, state),
      ),
    sortValue: ({ key }, profile) => profile[key],
    slugKey: ({ slug }) => slug,
    linkField: () => linkField,
  }
}

const venueKind: Kind<VenueRecord, ProfileFilter, ProfileSort> = profileKind('venue', 'venueIds', {
  rows: (state) => state.venues,
  aliases: (state) => state.aliases.venues,
})
const organizerKind: Kind<OrganizerRecord, ProfileFilter, ProfileSort> = profileKind('organizer', 'organizerIds', {
  rows: (state) => state.organizers,
  aliases: (state) => state.aliases.organizers,
})

const linkFieldOfTerm = ({ taxonomy }: Pick<TermRecord, 'taxonomy'>): LinkField => (taxonomy === 'category' ? 'categoryIds' : 'tagIds')

const termKind: Kind<TermRecord, TermFilter, TermSort> = {
  rows: (state) => state.terms,
  aliases: (state) => state.aliases.terms,
  nameOf: (term) => term?.taxonomy,
  loggedName: ({ taxonomy }) => taxonomy,
  matching: (filter, state) =>
    [...state.terms.values()].filter(
      (term) =>
        matchesTerm(filter, term, lookups(state, state.aliases.terms)) &&
        isLinkedAsWanted(filter.events, linkFieldOfTerm(term), term.id, state) &&
        isShown(filter.shownBy, term, state),
    ),
  sortValue: (sort, term, state) =>
    sort.key === 'eventCount' ? countLinking(sort.filter, linkFieldOfTerm(term), term.id, state) : term[sort.key],
  slugKey: ({ taxonomy, slug }) => `${taxonomy} ${slug}`,
  unique: ({ taxonomy, parentId, nameKey, name }) => ({
    key: `${taxonomy} ${parentId} ${nameKey}`,
    isExchangeable: false,
    taken: () => new CalendarError('name_taken', { name }),
  }),
  linkField: linkFieldOfTerm,
}

/** Numbers and booleans compare as numbers, texts by code point. */
function compare(a: unknown, b: unknown): number {
  return typeof a === 'string' && typeof b === 'string' ? compareCodePoints(a, b) : Number(a) - Number(b)
}

/** The uid of a record; empty for terms, which have none, and for occurrences, which read that of their series. */
const uidOf = (record: Draft<StoredRecord>): string =>
  'uid' in record && Reflect.get(record, 'role') !== 'occurrence' ? String(record.uid) : ''

/**
 * The records of an `updateMany`. They may exchange the keys of their occurrences, so a key is free if another record of the call has it.
 * Names, uids and slugs are not exchanged: they are taken if another record has them before the call, or gets them earlier in it.
 */
interface Call<R> {
  readonly ids: ReadonlySet<EntityId>
  /** The records before the one that is checked. */
  readonly earlier: readonly R[]
}

/**
 * Throws if the name, key, uid or slug of a record is taken.
 * @param call the `updateMany` that the record belongs to
 */
function checkUnique<R extends StoredRecord, F, S extends SortKey<string>>(
  kind: Kind<R, F, S>,
  state: State,
  record: Draft<R>,
  id?: EntityId,
  { ids, earlier }: Call<R> = { ids: new Set(), earlier: [] },
): void {
  const stored = [...kind.rows(state).values()].filter((other) => other.id !== id)
  const others = [...stored, ...earlier]
  // Names and keys of occurrences are reported before slugs.
  const unique = kind.unique?.(record)
  const outside = unique?.isExchangeable ? stored.filter((other) => !ids.has(other.id)) : stored
  if (unique && [...outside, ...earlier].some((other) => kind.unique?.(other)?.key === unique.key)) throw unique.taken()
  // Uids are reported before slugs.
  const uid = uidOf(record)
  if (uid !== '' && others.some((other) => uidOf(other) === uid)) throw new CalendarError('uid_taken', { uid })
  if (others.some((other) => kind.slugKey(other) === kind.slugKey(record))) throw new CalendarError('slug_taken', { slug: record.slug })
}

/** The stored record; throws unless it has the given version. */
function current<R extends StoredRecord, F, S extends SortKey<string>>(
  kind: Kind<R, F, S>,
  state: State,
  id: EntityId,
  version: number,
): R {
  const record = kind.rows(state).get(id)
  const name = kind.nameOf(record)
  const details = { ...(name && { kind: name }), id }
  if (record === undefined) throw new CalendarError('not_found', details)
  if (record.version !== version) throw new CalendarError('version_conflict', details)
  return record
}

/** Adds rows to the log. One writer works at a time, so they get their numbers at once. */
function log(state: State, entries: readonly LogEntry[]): void {
  for (const entry of entries) {
    // What a deleted record has said is not kept.
    if (entry.verb === 'deleted') for (const rows of [state.log, state.past]) clear(rows, entry)
    state.log.push({ seq: (state.log.at(-1)?.seq ?? 0) + 1, ...entry })
  }
}

function clear(rows: LoggedChange[], { kind, id }: LogEntry): void {
  for (const [i, row] of rows.entries()) if (row.kind === kind && row.id === id) rows[i] = { ...row, changed: null }
}

function remove<R extends StoredRecord, F, S extends SortKey<string>>(
  kind: Kind<R, F, S>,
  state: State,
  record: R,
  removal: Removal,
): void {
  kind.rows(state).delete(record.id)
  removeAliases(kind.aliases(state), ({ id }) => id === record.id)
  if (kind.loggedName(record) === 'event') {
    for (const { id, eventId } of state.proposals.values()) if (eventId === record.id) state.proposals.delete(id)
    for (const { tokenHash, eventId } of state.previews.values()) if (eventId === record.id) state.previews.delete(tokenHash)
  }
  const linkField = kind.linkField?.(record)
  const isLinking = (event: EventRecord): boolean =>
    linkField === undefined ? event.parentId === record.id : event[linkField].includes(record.id)
  const linking = [...state.events.values()].filter(isLinking)
  log(state, removedEntries(kind.loggedName(record), record, linking, removal))
  // The versions of the events stay.
  for (const event of linking)
    state.events.set(event.id, linkField === undefined ? { ...event, parentId: 0 } : unlinked(event, linkField, record.id))
}

/** Removes some aliases from a list. */
function removeAliases(aliases: Alias[], isRemoved: (alias: Alias) => boolean): void {
  aliases.splice(0, aliases.length, ...aliases.filter((alias) => !isRemoved(alias)))
}

const unlinked = (event: EventRecord, linkField: LinkField, id: EntityId): EventRecord => ({
  ...event,
  [linkField]: event[linkField].filter((linked) => linked !== id),
})

/** Replaces a checked record. */
function replace<R extends StoredRecord, F, S extends SortKey<string>>(kind: Kind<R, F, S>, state: State, record: R, how: HowWritten): R {
  const next = structuredClone({ ...record, version: record.version + 1 })
  log(state, [writtenEntry(kind.loggedName(record), kind.rows(state).get(record.id), record, how)])
  kind.rows(state).set(record.id, next)
  return next
}

function collection<R extends StoredRecord, F, S extends SortKey<string>>(
  kind: Kind<R, F, S>,
  access: Access,
  nextId: () => EntityId,
): Collection<R, F, S> {
  const whole = (record: R, state: State): R => structuredClone(kind.whole?.(record, state) ?? record)
  const inserter =
    (inside: Access, isBulk: boolean) =>
    (draft: Draft<R>, note?: WriteNote): Promise<R> =>
      inside.write((state) => {
        checkUnique(kind, state, draft)
        // A draft with an id and a version is a record, which the compiler cannot see through Omit.
        const record = structuredClone({ ...draft, id: nextId(), version: 1 }) as unknown as R
        kind.rows(state).set(record.id, record)
        log(state, [writtenEntry(kind.loggedName(record), undefined, record, { ...note, isBulk })])
        return whole(record, state)
      })
  return {
    async getMany(ids) {
      const state = access.read()
      const records = [...new Set(ids)].flatMap((id) => kind.rows(state).get(id) ?? [])
      return records.map((record) => whole(record, state))
    },
    async find({ filter, order, offset, limit }) {
      const state = access.read()
      const difference = (sort: S, a: R, b: R): number => {
        const upwards = compare(kind.sortValue(sort, a, state), kind.sortValue(sort, b, state))
        return sort.direction === 'asc' ? upwards : -upwards
      }
      const byOrder = (a: R, b: R): number => order.map((sort) => difference(sort, a, b)).find((one) => one !== 0) ?? 0
      return structuredClone(
        kind
          .matching(filter, state)
          .toSorted(byOrder)
          .slice(offset, offset + limit),
      )
    },
    count: async (filter) => kind.matching(filter, access.read()).length,
    insert: inserter(access, false),
    insertMany: (drafts, note) => access.together((inside) => insertEach(drafts, (draft) => inserter(inside, true)(draft, note))),
    update: (record, note) =>
      access.write((state) => {
        current(kind, state, record.id, record.version)
        checkUnique(kind, state, record, record.id)
        return whole(replace(kind, state, record, { ...note, isBulk: false }), state)
      }),
    updateMany: (records, note) =>
      access.write((state) => {
        requireDistinctIds(records)
        const ids = new Set(records.map(({ id }) => id))
        const earlier: R[] = []
        // All are checked before the first write: after an error nothing may be stored, and no record may take a name, uid or slug that
        // another one gives up.
        for (const record of records) {
          current(kind, state, record.id, record.version)
          checkUnique(kind, state, record, record.id, { ids, earlier })
          earlier.push(record)
        }
        const next = records.map((record) => replace(kind, state, record, { ...note, isBulk: true }))
        return next.map((record) => whole(record, state))
      }),
    delete: (id, version, note) =>
      access.write((state) => remove(kind, state, current(kind, state, id, version), { ...note, isBulk: false })),
    deleteMany: (records, note) =>
      access.write((state) => {
        requireDistinctIds(records)
        const stored = records.map(({ id, version }) => current(kind, state, id, version))
        for (const record of stored) remove(kind, state, record, { ...note, isBulk: true })
      }),
    replaceKeys: (records, atMs) =>
      access.write((state) => {
        requireDistinctIds(records)
        const current = records.filter(({ id, version }) => kind.rows(state).get(id)?.version === version)
        for (const { id, keys, texts } of current) {
          const record = kind.rows(state).get(id)
          if (record !== undefined)
            kind.rows(state).set(id, { ...record, ...texts, fields: { ...record.fields, keys: structuredClone(keys) } })
        }
        const [first] = current.flatMap(({ id }) => kind.rows(state).get(id) ?? [])
        if (first !== undefined) log(state, [indexedEntry(kind.loggedName(first), atMs)])
        return current.length
      }),
    getAliases: async (ids) => structuredClone(kind.aliases(access.read()).filter(({ id }) => ids.includes(id))),
    addAliases: (added) =>
      access.write((state) => {
        const aliases = kind.aliases(state)
        for (const { id, of, text, atMs } of added) {
          removeAliases(aliases, (alias) => alias.id === id && alias.of === of && alias.text === text)
          aliases.push({ id, of, text, atMs })
        }
      }),
  }
}

function requestTable(access: Access): RequestTable {
  return {
    insert: (row, { firstKeptMs }) =>
      access.write(({ requests }) => {
        const stored = requests.get(row.keyHash)
        if (stored !== undefined && stored.atMs >= firstKeptMs) return false
        requests.set(row.keyHash, { ...row })
        return true
      }),
    complete: (keyHash, id) =>
      access.write(({ requests }) => {
        const stored = requests.get(keyHash)
        if (stored !== undefined) requests.set(keyHash, { ...stored, id })
      }),
    get: async (keyHash) => access.read().requests.get(keyHash),
    deleteBefore: (atMs) =>
      access.write(({ requests }) => {
        const old = [...requests.values()].filter((row) => row.atMs < atMs).sort((a, b) => a.atMs - b.atMs)
        const deleted = old.slice(0, deletedRequests)
        for (const { keyHash } of deleted) requests.delete(keyHash)
        return deleted.length
      }),
  }
}

function proposalTable(access: Access, nextId: () => number): ProposalTable {
  return {
    insert: (proposal) =>
      access.write(({ events, proposals }) => {
        if (!events.has(proposal.eventId)) return null
        const id = nextId()
        proposals.set(id, { ...proposal, id, state: 'open', note: '', deciderId: '', decidedMs: null })
        return id
      }),
    get: async (id) => structuredClone(access.read().proposals.get(id)),
    find: async ({ eventId, authorId, state, beforeId = Number.POSITIVE_INFINITY, limit }) =>
      [...access.read().proposals.values()]
        .filter((one) => one.id < beforeId)
        .filter((one) => eventId === undefined || one.eventId === eventId)
        .filter((one) => authorId === undefined || one.authorId === authorId)
        .filter((one) => state === undefined || one.state === state)
        .sort((a, b) => b.id - a.id)
        .slice(0, limit)
        .map((one) => structuredClone(one)),
    decide: (id, decision) =>
      access.write(({ proposals }) => {
        const stored = proposals.get(id)
        if (stored?.state !== 'open') return false
        proposals.set(id, { ...stored, ...decision })
        return true
      }),
  }
}

function previewTable(access: Access): PreviewTable {
  return {
    insert: (preview) =>
      access.write(({ events, previews }) => {
        const hasEvent = events.has(preview.eventId)
        if (hasEvent) previews.set(preview.tokenHash, { ...preview })
        return hasEvent
      }),
    get: async (tokenHash) => structuredClone(access.read().previews.get(tokenHash)),
    deleteOf: (eventId) => access.write(({ previews }) => deletePreviews(previews, (one) => one.eventId === eventId)),
    deleteEnded: (untilMs) => access.write(({ previews }) => deletePreviews(previews, (one) => one.untilMs < untilMs, deletedPreviews)),
  }
}

/** Deletes tokens, those first that end first. */
function deletePreviews(
  previews: Map<string, StoredPreview>,
  isDeleted: (preview: StoredPreview) => boolean,
  limit = Number.POSITIVE_INFINITY,
): number {
  const deleted = [...previews.values()]
    .filter(isDeleted)
    .sort((a, b) => a.untilMs - b.untilMs)
    .slice(0, limit)
  for (const { tokenHash } of deleted) previews.delete(tokenHash)
  return deleted.length
}

function changeLog(access: Access): ChangeLog {
  const head = (): number => access.read().log.at(-1)?.seq ?? 0
  return {
    // Rows have numbers already.
    number: async () => {},
    head: async () => head(),
    read: async ({ after, kinds, limit }) =>
      structuredClone(
        access
          .read()
          .log.filter(({ seq, kind }) => seq > after && (kinds === undefined || kinds.includes(kind)))
          .slice(0, limit),
      ),
    history: async ({ kind, id, beforeVersion = Number.POSITIVE_INFINITY, limit }) => {
      const { log, past } = access.read()
      const rows = [...past, ...log].filter((row) => row.kind === kind && row.id === id && row.version > 0 && row.version < beforeVersion)
      return rows
        .reverse()
        .slice(0, limit)
        .map(({ was: _, ...row }) => row)
    },
    prune: ({ beforeMs, keptRows, historyBeforeMs = Number.POSITIVE_INFINITY }) =>
      access.write((state) => {
        for (const [name, { atMs }] of state.holds) if (atMs < beforeMs) state.holds.delete(name)
        const held = [...state.holds.values()].map(({ seq }) => seq)
        const isNeeded = ({ seq }: LoggedChange): boolean =>
          held.some((first) => first <= seq) ||
          state.log.filter((row) => row.seq > seq && row.partOf === 0 && row.verb !== 'indexed').length < keptRows
        const isOld = (row: LoggedChange): boolean => row.atMs < beforeMs || !isNeeded(row)
        const firstKept = state.log.findIndex((row) => row.seq === head() || !isOld(row))
        const pruned = state.log.splice(0, Math.min(Math.max(firstKept, 0), prunedRows))
        state.past.push(...pruned.filter(({ atMs, partOf, version }) => atMs >= historyBeforeMs && partOf === 0 && version > 0))
        const gone = new Set(state.past.filter(({ atMs }) => atMs < historyBeforeMs).slice(0, prunedRows - pruned.length))
        state.past.splice(0, state.past.length, ...state.past.filter((row) => !gone.has(row)))
        return pruned.length + gone.size
      }),
    hold: (name, hold) =>
      access.write(({ holds }) => {
        if (hold === null) holds.delete(name)
        else holds.set(name, hold)
      }),
    writtenSince: async ({ seq, atMs }) => {
      const rows = access.read().log
      const isThere = seq === 0 ? (rows[0]?.seq ?? 1) === 1 : rows.some((row) => row.seq === seq && row.atMs === atMs)
      const later = rows.filter((row) => row.seq > seq)
      return isThere && later.every(({ verb }) => verb !== 'indexed') ? later : null
    },
  }
}

/** The time of the next scheduled publication; null without one. */
function nextPublication({ events, venues, organizers }: State, nowMs: number): number | null {
  const scheduled = [...events.values(), ...venues.values(), ...organizers.values()]
    .filter(({ status, publishedMs }) => status === 'publish' && publishedMs > nowMs)
    .map(({ publishedMs }) => publishedMs)
  return scheduled.length === 0 ? null : Math.min(...scheduled)
}

/** The smallest `extendedTo` of the series outside the trash that have one. */
function smallestHorizon({ events }: State): string | null {
  const horizons = [...events.values()]
    .filter(({ role, status, extendedTo }) => role === 'series' && status !== 'trash' && extendedTo !== '')
    .map(({ extendedTo }) => extendedTo)
  return horizons.sort()[0] ?? null
}

/** A store that keeps everything in maps. */
export function exampleStore(): CalendarStore {
  let committed: State = {
    events: new Map(),
    venues: new Map(),
    organizers: new Map(),
    terms: new Map(),
    requests: new Map(),
    proposals: new Map(),
    previews: new Map(),
    aliases: { events: [], venues: [], organizers: [], terms: [] },
    log: [],
    past: [],
    holds: new Map(),
  }
  const connection = {}
  let lastId = 0
  let lastWriter: Promise<unknown> = Promise.resolve()

  const nextId = (): EntityId => ++lastId

  const restoreRecords = <R extends StoredRecord, F, S extends SortKey<string>>(
    kind: Kind<R, F, S>,
    state: State,
    records: readonly R[] = [],
  ): void => {
    for (const record of records) {
      try {
        if (kind.rows(state).has(record.id)) throw new CalendarError('version_conflict', { id: record.id })
        checkUnique(kind, state, record)
      } catch (cause) {
        throw new CalendarError('refused', {}, { message: 'A record has the id, slug, name or uid of another one.', cause })
      }
      kind.rows(state).set(record.id, structuredClone(record))
      lastId = Math.max(lastId, record.id)
    }
  }

  /** Serializes writers: each works on a copy of the state, which replaces the state when its work succeeds. */
  const alone = <T>(work: (state: State) => Promise<T> | T): Promise<T> => {
    const result = lastWriter.then(async () => {
      const state = copyOf(committed)
      const value = await work(state)
      committed = state
      return value
    })
    lastWriter = result.catch(() => undefined)
    return result
  }

  const storeOver = (access: Access, transaction: CalendarStore['transaction']): CalendarStore => ({
    contract: storeContract,
    connection,
    events: {
      ...collection(eventKind, access, nextId),
      findIds: async (query) => (await collection(eventKind, access, nextId).find(query)).map(({ id }) => id),
      countBy: async (query) => {
        const state = access.read()
        const lookups = { venue: (id: EntityId) => state.venues.get(id), organizer: (id: EntityId) => state.organizers.get(id) }
        return countFacets(eventKind.matching(query.filter, state), query, lookups)
      },
      recount: async () => ({ events: await collection(eventKind, access, nextId).count({}), wrong: 0 }),
    },
    venues: collection(venueKind, access, nextId),
    organizers: collection(organizerKind, access, nextId),
    terms: collection(termKind, access, nextId),
    requests: requestTable(access),
    proposals: proposalTable(access, nextId),
    previews: previewTable(access),
    log: changeLog(access),
    async countByLink(linkField, ids, filter) {
      const counts = ids.map((id) => [id, countLinking(filter, linkField, id, access.read())] as const)
      return new Map(counts.filter(([, count]) => count > 0))
    },
    // Transactions run one after the other here.
    lockNames: async () => {},
    restore: ({ terms, venues, organizers, events, changes = [] }) =>
      access.write((state) => {
        restoreRecords(termKind, state, terms)
        restoreRecords(venueKind, state, venues)
        restoreRecords(organizerKind, state, organizers)
        restoreRecords(eventKind, state, events)
        state.log.push(...structuredClone(changes))
      }),
    revision: async (nowMs) => {
      const { seq, atMs } = access.read().log.at(-1) ?? { seq: 0, atMs: 0 }
      return {
        token: `${seq}.${atMs}`,
        mark: { seq, atMs },
        staleAtMs: nextPublication(access.read(), nowMs),
        extendedTo: smallestHorizon(access.read()),
      }
    },
    transaction,
  })

  const inside = (state: State): Access => {
    const access: Access = { read: () => state, write: async (make) => make(state), together: (work) => work(access) }
    return access
  }

  const transactionOver = (access: Access): CalendarStore => {
    const tx: CalendarStore = storeOver(access, (work) => work(tx))
    return tx
  }

  const outside: Access = {
    read: () => committed,
    write: alone,
    together: (work) => alone((state) => work(inside(state))),
  }

  return storeOver(outside, (work) => outside.together((access) => work(transactionOver(access))))
}
