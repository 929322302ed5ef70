import type { EntityId, EventRecord, LinkField } from '@kalends/core/store'
import type { CompiledQuery, Selectable } from 'kysely'
import { forChunks, rowsWithin } from '../engine/chunks.ts'
import type { LinkRows } from '../engine/dialect.ts'
import { runPrepared } from '../engine/prepared.ts'
import { anyTables, type StoreContext } from '../engine/store-context.ts'
import { idsOf, type LinkTableName, linkFields, linkTables, linkTargets } from '../query/links.ts'
import type { LinkColumns } from '../schema/tables.ts'
import type { StoredRow } from './record-kind.ts'

/** The names of the columns that links copy from their event. */
export const copiedColumns = [
  'status',
  'hidden',
  'author_id',
  'published_ms',
  'start_wall',
  'end_wall',
  'start_ms',
] as const satisfies readonly (keyof LinkColumns)[]

/** The columns that links copy from their event. */
export type LinkCopies = {
  readonly [C in (typeof copiedColumns)[number]]: Selectable<LinkColumns>[C] extends string ? string : number
}

/** The links of an event. */
export interface EventLinks {
  /** The event's id. */
  readonly id: EntityId
  /** The linked records. */
  readonly links: Pick<EventRecord, LinkField>
  /** The columns that each link copies from the event. */
  readonly copies: LinkCopies
}

/** The links of an event as they are stored. */
export function toStoredLinks(id: EntityId, row: StoredRow): EventLinks {
  return {
    id,
    links: {
      venueIds: idsOf(row['venueIds']),
      organizerIds: idsOf(row['organizerIds']),
      categoryIds: idsOf(row['categoryIds']),
      tagIds: idsOf(row['tagIds']),
    },
    copies: toLinkCopies(row),
  }
}

/** The columns that the links of an event copy from its row, which is stored or to be written. */
export const toLinkCopies = (row: StoredRow): LinkCopies => ({
  status: String(row['status']),
  hidden: Number(row['hidden']),
  author_id: String(row['author_id']),
  published_ms: Number(row['published_ms']),
  start_wall: Number(row['start_wall']),
  end_wall: Number(row['end_wall']),
  start_ms: Number(row['start_ms']),
})

const tableNames: readonly LinkTableName[] = ['event_venues', 'event_organizers', 'event_terms']

const fieldsIn = (table: LinkTableName): readonly LinkField[] => linkFields.filter((linkField) => linkTables[linkField].table === table)

/** The link fields of each table. */
const fieldsOf: Readonly<Record<LinkTableName, readonly LinkField[]>> = {
  event_venues: fieldsIn('event_venues'),
  event_organizers: fieldsIn('event_organizers'),
  event_terms: fieldsIn('event_terms'),
}

/** The ids of the records that an event links in a table. */
const linkedIn = (table: LinkTableName, { links }: EventLinks): readonly EntityId[] => fieldsOf[table].flatMap((field) => links[field])

/** The links of an event in a table, as rows. */
const rowsIn = (table: LinkTableName, { id, links }: EventLinks): LinkRows =>
  fieldsOf[table].flatMap((field) => links[field].map((linkedId, position) => [id, position, linkedId] as const))

/** The linked records of an event in a table, as a text to compare. */
function linksIn(table: LinkTableName, event: EventLinks | undefined): string {
  let text = ''
  if (event === undefined) return text
  for (const linkField of fieldsOf[table]) {
    const ids = event.links[linkField]
    if (ids.length > 0) text += `${linkField} ${ids.join()} `
  }
  return text
}

/**
 * Writes the links of events where they differ from the stored ones; if only columns of the event have changed, they are copied to its links
 * again. Linked records are locked before their links, as by the deletion of one: writers with another order could deadlock.
 * @param stored the stored links by event; an event that is absent is new
 */
export async function writeLinks(
  context: StoreContext,
  events: readonly EventLinks[],
  stored: ReadonlyMap<EntityId, EventLinks>,
): Promise<void> {
  for (const table of tableNames) {
    const [changed, kept]: [EventLinks[], EventLinks[]] = [[], []]
    for (const event of events) {
      const links = linksIn(table, event)
      if (links !== linksIn(table, stored.get(event.id))) changed.push(event)
      else if (links !== '') kept.push(event)
    }
    const rows = changed.flatMap((event) => rowsIn(table, event))
    await insertLinks(context, table, rows)
    await deleteReplaced(context, table, changed, stored)
    await copyAgain(context, table, kept, stored)
  }
}

/** The maximum number of links in one statement, as one value: a Durable Object takes values of 2 MB, which are some 75,000 links. */
const linksPerStatement = 50_000

/** Inserts links, and gives stored ones their positions. Links to records that another writer has just deleted are left out. */
async function insertLinks(context: StoreContext, table: LinkTableName, rows: LinkRows): Promise<void> {
  const { db, dialect, parts } = context
  for (let from = 0; from < rows.length; from += linksPerStatement) {
    const { parameters, statement } = dialect.insertLinks(rows.slice(from, from + linksPerStatement))
    const compile = (): CompiledQuery => {
      const { records, column, fromLinked } = linkTargets[table]
      const tables = { links: parts[table], events: parts.events, linked: parts[records] }
      return statement({ ...tables, key: ['event_id', ...fromLinked, column], fromEvent: copiedColumns, fromLinked }).compile(db)
    }
    await runPrepared(context, `insert ${table}`, parameters, () => ({ compile }))
  }
}

/** Events that no longer link the same records. */
interface LinkGroup {
  /** The ids of the records. */
  readonly linkedIds: readonly EntityId[]
  /** The ids of the events. */
  readonly eventIds: EntityId[]
}

/** The maximum number of groups in one statement: a group may have two hundred ids and more. */
const groupsPerStatement = 100

/** Deletes the stored links of events to records that the events no longer link. */
async function deleteReplaced(
  context: StoreContext,
  table: LinkTableName,
  events: readonly EventLinks[],
  stored: ReadonlyMap<EntityId, EventLinks>,
): Promise<void> {
  const groups = new Map<string, LinkGroup>()
  for (const event of events) {
    const before = stored.get(event.id)
    const wanted = new Set(linkedIn(table, event))
    const linkedIds = before === undefined ? [] : linkedIn(table, before).filter((id) => !wanted.has(id))
    if (linkedIds.length === 0) continue
    const group = groups.get(linkedIds.join()) ?? { linkedIds, eventIds: [] }
    group.eventIds.push(event.id)
    groups.set(linkedIds.join(), group)
  }
  const { column } = linkTargets[table]
  const deleteSome = (some: readonly LinkGroup[]) =>
    anyTables(context)
      .deleteFrom(context.tables[table])
      .where(({ and, or, eb }) =>
        or(some.map(({ linkedIds, eventIds }) => and([eb('event_id', 'in', eventIds), eb(column, 'in', linkedIds)]))),
      )
      .execute()
  await forChunks([...groups.values()], deleteSome, Math.min(groupsPerStatement, rowsWithin(context.dialect, 5)))
}

/** Copies the columns of events to their rows in a table where they have changed. */
export async function copyAgain(
  { db, dialect, parts }: StoreContext,
  table: LinkTableName | 'event_fields',
  events: readonly Pick<EventLinks, 'id' | 'copies'>[],
  stored: ReadonlyMap<EntityId, Pick<EventLinks, 'copies'>>,
): Promise<void> {
  const isChanged =
    ({ id, copies }: Pick<EventLinks, 'id' | 'copies'>) =>
    (column: keyof LinkCopies): boolean =>
      copies[column] !== stored.get(id)?.copies[column]
  const changed = events.filter((event) => copiedColumns.some(isChanged(event)))
  if (changed.length === 0) return
  const columns = copiedColumns.filter((column) => changed.some((event) => isChanged(event)(column)))
  const ids = changed.map(({ id }) => id)
  await dialect.copyToLinks(parts[table], parts.events, columns, ids).execute(db)
}

/** Removes all links of events. */
export async function deleteLinks({ db, tables: names }: StoreContext, events: readonly EventLinks[]): Promise<void> {
  for (const table of tableNames) {
    const ids = events.filter((event) => linksIn(table, event) !== '').map(({ id }) => id)
    if (ids.length > 0) await db.deleteFrom(names[table]).where('event_id', 'in', ids).execute()
  }
}
