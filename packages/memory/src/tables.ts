import type {
  Alias,
  EntityId,
  EventRecord,
  LogHold,
  OrganizerRecord,
  StoredPreview,
  StoredProposal,
  StoredRecord,
  StoredRequest,
  TermRecord,
  VenueRecord,
} from '@kalends/core/store'
import type { EventIndex, NameIndex, ProfileIndex, TableIndex } from './indexes.ts'
import { type Layer, layerOver } from './layer.ts'
import { type AddedEntry, appendEntries, type Log } from './log-rows.ts'

/** The committed records of one kind. */
export interface Table<R extends StoredRecord, I extends TableIndex<R> = TableIndex<R>> {
  /** The records by id. */
  readonly records: Map<EntityId, R>
  /** Maps the unique key of each slug to the record's id. */
  readonly slugs: Map<string, EntityId>
  /** Maps each uid to the record's id; empty for kinds without uids. */
  readonly uids: Map<string, EntityId>
  /** Maps the unique keys besides slug and uid to the record's id: names of terms, keys of occurrences. */
  readonly keys: Map<string, EntityId>
  /** The aliases of the records, by the record's id. */
  readonly aliases: Map<EntityId, readonly Alias[]>
  /** The records that have an alias, by its key. */
  readonly aliasOwners: Map<string, readonly EntityId[]>
  /** Finds records without a scan of the table. */
  readonly index: I
  /** The highest id ever committed. */
  lastId: EntityId
}

/** The committed state. */
export interface Tables {
  /** Events. */
  readonly events: Table<EventRecord, EventIndex>
  /** Venues. */
  readonly venues: Table<VenueRecord, ProfileIndex<VenueRecord>>
  /** Organizers. */
  readonly organizers: Table<OrganizerRecord, ProfileIndex<OrganizerRecord>>
  /** Categories and tags. */
  readonly terms: Table<TermRecord, NameIndex<TermRecord>>
  /** Requests with keys, by the hashes of caller and key. */
  readonly requests: Map<string, StoredRequest>
  /** The proposals, by id. */
  readonly proposals: Map<number, StoredProposal>
  /** The highest id of a proposal ever committed. */
  lastProposalId: number
  /** The preview tokens, by their hashes. */
  readonly previews: Map<string, StoredPreview>
  /** The log of writes. */
  readonly log: Log
}

/** The records of one kind in a transaction: the committed ones with its own changes. */
export interface TableView<R extends StoredRecord, I extends TableIndex<R> = TableIndex<R>> {
  /** The records by id. */
  readonly records: Layer<EntityId, R>
  /** Like the member of {@link Table}. */
  readonly slugs: Layer<string, EntityId>
  /** Like the member of {@link Table}. */
  readonly uids: Layer<string, EntityId>
  /** Like the member of {@link Table}. */
  readonly keys: Layer<string, EntityId>
  /** Like the member of {@link Table}. */
  readonly aliases: Layer<EntityId, readonly Alias[]>
  /** Like the member of {@link Table}. */
  readonly aliasOwners: Layer<string, readonly EntityId[]>
  /** The index of the committed records only. */
  readonly index: I
  /** Assigns a new id. */
  nextId(): EntityId
  /** Later ids are higher than this one. */
  passId(id: EntityId): void
  /** Applies the changes to the table. */
  commit(): void
}

/** All tables in a transaction. Dropping a view discards its changes. */
export interface View {
  /** Events. */
  readonly events: TableView<EventRecord, EventIndex>
  /** Venues. */
  readonly venues: TableView<VenueRecord, ProfileIndex<VenueRecord>>
  /** Organizers. */
  readonly organizers: TableView<OrganizerRecord, ProfileIndex<OrganizerRecord>>
  /** Categories and tags. */
  readonly terms: TableView<TermRecord, NameIndex<TermRecord>>
  /** Requests with keys, by the hashes of caller and key. */
  readonly requests: Layer<string, StoredRequest>
  /** The proposals, by id. */
  readonly proposals: Layer<number, StoredProposal>
  /** The preview tokens, by their hashes. */
  readonly previews: Layer<string, StoredPreview>
  /** The places in the log that somebody needs, by name. */
  readonly holds: Layer<string, LogHold>
  /** The committed log of writes. */
  readonly log: Log
  /** The writes of this view, for the log. */
  readonly written: AddedEntry[]
  /** Assigns a new id to a proposal. */
  nextProposalId(): number
  /** Applies the changes to the tables. */
  commit(): void
}

function viewOfTable<R extends StoredRecord, I extends TableIndex<R>>(table: Table<R, I>): TableView<R, I> {
  const layers = {
    records: layerOver(table.records),
    slugs: layerOver(table.slugs),
    uids: layerOver(table.uids),
    keys: layerOver(table.keys),
    aliases: layerOver(table.aliases),
    aliasOwners: layerOver(table.aliasOwners),
  }
  let lastId = table.lastId
  return {
    ...layers,
    index: table.index,
    nextId: () => ++lastId,
    passId: (id) => {
      lastId = Math.max(lastId, id)
    },
    commit() {
      for (const [id, after] of layers.records.changes) table.index.change(table.records.get(id), after)
      for (const layer of Object.values(layers)) layer.commit()
      table.lastId = lastId
    },
  }
}

/** Makes a view without changes. */
export function viewOf(tables: Tables): View {
  const views = {
    events: viewOfTable(tables.events),
    venues: viewOfTable(tables.venues),
    organizers: viewOfTable(tables.organizers),
    terms: viewOfTable(tables.terms),
  }
  const requests = layerOver(tables.requests)
  const proposals = layerOver(tables.proposals)
  const previews = layerOver(tables.previews)
  let { lastProposalId } = tables
  const holds = layerOver(tables.log.holds)
  const written: AddedEntry[] = []
  return {
    ...views,
    requests,
    proposals,
    previews,
    holds,
    log: tables.log,
    written,
    nextProposalId: () => ++lastProposalId,
    commit() {
      for (const view of Object.values(views)) view.commit()
      for (const layer of [requests, proposals, previews]) layer.commit()
      tables.lastProposalId = lastProposalId
      holds.commit()
      appendEntries(tables.log, written)
    },
  }
}
