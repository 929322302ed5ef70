import type { EntityId, EventRecord, OrganizerRecord, StoredRecord, TermRecord, VenueRecord } from '@kalends/core'
import type { EventIndex, NameIndex, ProfileIndex, TableIndex } from './indexes.ts'
import { type Layer, layerOver } from './layer.ts'

/** The committed records of one kind. */
export interface Table<R extends StoredRecord, I extends TableIndex<R> = TableIndex<R>> {
  /** By id. */
  readonly records: Map<EntityId, R>
  /** The id that each slug belongs to, by the key that makes it unique. */
  readonly slugs: Map<string, EntityId>
  /** The id that each name belongs to, by the key that makes it unique; empty where names are not unique. */
  readonly names: Map<string, EntityId>
  /** Finds records faster than by a look at each. */
  readonly index: I
  /** The highest id ever committed. */
  lastId: EntityId
}

/** All that is committed. */
export interface Tables {
  /** Events. */
  readonly events: Table<EventRecord, EventIndex>
  /** Venues. */
  readonly venues: Table<VenueRecord, ProfileIndex<VenueRecord>>
  /** Organizers. */
  readonly organizers: Table<OrganizerRecord, ProfileIndex<OrganizerRecord>>
  /** Categories and tags. */
  readonly terms: Table<TermRecord, NameIndex<TermRecord>>
}

/** The records of one kind as a transaction sees them: what is committed, under its own changes. */
export interface TableView<R extends StoredRecord, I extends TableIndex<R> = TableIndex<R>> {
  /** By id. */
  readonly records: Layer<EntityId, R>
  /** As in {@link Table}. */
  readonly slugs: Layer<string, EntityId>
  /** As in {@link Table}. */
  readonly names: Layer<string, EntityId>
  /** Of what is committed only. */
  readonly index: I
  /** A new id. */
  nextId(): EntityId
  /** Makes the changes those of the table. */
  commit(): void
}

/** All tables as a transaction sees them. Dropping a view undoes what was changed in it. */
export interface View {
  /** Events. */
  readonly events: TableView<EventRecord, EventIndex>
  /** Venues. */
  readonly venues: TableView<VenueRecord, ProfileIndex<VenueRecord>>
  /** Organizers. */
  readonly organizers: TableView<OrganizerRecord, ProfileIndex<OrganizerRecord>>
  /** Categories and tags. */
  readonly terms: TableView<TermRecord, NameIndex<TermRecord>>
  /** How many records this view has changed. */
  changes(): number
  /** Makes the changes those of the tables. */
  commit(): void
}

function viewOfTable<R extends StoredRecord, I extends TableIndex<R>>(table: Table<R, I>): TableView<R, I> {
  const layers = { records: layerOver(table.records), slugs: layerOver(table.slugs), names: layerOver(table.names) }
  let lastId = table.lastId
  return {
    ...layers,
    index: table.index,
    nextId: () => ++lastId,
    commit() {
      for (const [id, after] of layers.records.changes) table.index.change(table.records.get(id), after)
      for (const layer of Object.values(layers)) layer.commit()
      table.lastId = lastId
    },
  }
}

/** Begins a view without changes. */
export function viewOf(tables: Tables): View {
  const views = {
    events: viewOfTable(tables.events),
    venues: viewOfTable(tables.venues),
    organizers: viewOfTable(tables.organizers),
    terms: viewOfTable(tables.terms),
  }
  return {
    ...views,
    changes: () => Object.values(views).reduce((sum, { records }) => sum + records.changes.size, 0),
    commit() {
      for (const view of Object.values(views)) view.commit()
    },
  }
}
