import { DatabaseSync } from 'node:sqlite'
import { nowMs } from '../data/shape.ts'
import { defaultWindowMs } from '../setting.ts'
import { type EventRow, floorEvent, floorList, type OrganizerRow, otherColumns, type TermRow, type VenueRow } from './floor-wire.ts'

const head = `id version published_ms updated_ms author_id slug uid published_local updated_local description excerpt image`
const shown = 'show_map show_map_link'
const eventColumns = [
  ...`${head} ${shown} all_day start_ms end_ms hidden sticky featured parent_id title start_local end_local time_zone`.split(' '),
  ...'time_zone_abbreviation cost website event_status event_status_reason previous_start_local attendance online_url'.split(' '),
  ...otherColumns,
]
const venueColumns = `${head} ${shown} name address city country province state zip phone website state_province lat lng exclusive`.split(
  ' ',
)
const organizerColumns = `${head} name phone website email`.split(' ')
const termColumns = 'id parent_id name slug description taxonomy'.split(' ')

/**
 * The cost of the same responses without a calendar: statements written by hand for the store's own tables and prepared once, one batch for
 * each kind of link, objects written by hand, `JSON.stringify`. It supports one window, one order and one caller, parses no parameter, and
 * caches nothing between two requests.
 */
export interface SqlFloor {
  /** The first page of 35 in the default window, with its total. */
  list(): Buffer
  /** An event by id; undefined if it does not exist. */
  event(id: number): Buffer | undefined
}

const perPage = 35
const prefixed = (alias: string, columns: readonly string[]): string => columns.map((column) => `${alias}.${column}`).join()

const inWindow = `from kalends_events where status = 'publish' and hidden = 0 and start_wall >= ? and start_wall < ? and published_ms <= ?`
const countText = `select count(*) as total ${inWindow}`
// A page of ids from an index alone, and then their rows: sorting whole rows would cost more than everything else.
const pageText = `select ${prefixed('e', eventColumns)}
  from (select id, start_wall ${inWindow} order by start_wall, id limit ${perPage}) as p
  join kalends_events as e on e.id = p.id order by p.start_wall, p.id`
const eventText = `select ${eventColumns.join()} from kalends_events where id = ? and status = 'publish' and published_ms <= ?`

// `cross join` keeps the order of the tables: SQLite would otherwise begin with all published venues. For the same reason the status of
// parents has a plus, which keeps SQLite from searching an index by the status.
const ofEvents = 'l.event_id in (select value from json_each(?))'
const venueText = `select l.event_id, ${prefixed('v', venueColumns)} from kalends_event_venues as l cross join kalends_venues as v on v.id = l.venue_id
  where ${ofEvents} and v.status = 'publish' and v.published_ms <= ? order by l.event_id, l.position`
const organizerText = `select l.event_id, ${prefixed('o', organizerColumns)}
  from kalends_event_organizers as l cross join kalends_organizers as o on o.id = l.organizer_id
  where ${ofEvents} and o.status = 'publish' and o.published_ms <= ? order by l.event_id, l.position`
const termText = `select l.event_id, ${prefixed('t', termColumns)}
  from kalends_event_terms as l cross join kalends_terms as t on t.id = l.term_id where ${ofEvents} order by l.event_id, t.name_key, t.id`
const parentText = `select id from kalends_events where id in (select value from json_each(?)) and +status = 'publish' and published_ms <= ?`

function byEvent<Row extends { readonly event_id: number }>(rows: readonly Row[]): (eventId: number) => readonly Row[] {
  const groups = Map.groupBy(rows, ({ event_id }) => event_id)
  return (eventId) => groups.get(eventId) ?? []
}

/** Opens the floor over a filled database. */
export function sqlFloor(path: string): SqlFloor {
  const db = new DatabaseSync(path, { readOnly: true })
  db.exec('pragma cache_size = -16384') // as nodeSqliteDialect has it
  // A statement returns rows with the columns that it names, which the types of node:sqlite cannot express.
  const prepare = <Row>(text: string) => {
    const statement = db.prepare(text)
    return (...values: (string | number)[]): Row[] => statement.all(...values) as Row[]
  }
  const count = prepare<{ total: number }>(countText)
  const page = prepare<EventRow>(pageText)
  const event = prepare<EventRow>(eventText)
  const venues = prepare<VenueRow>(venueText)
  const organizers = prepare<OrganizerRow>(organizerText)
  const terms = prepare<TermRow>(termText)
  const parents = prepare<{ id: number }>(parentText)
  const { from, to } = defaultWindowMs

  const hydrated = (rows: readonly EventRow[]): readonly object[] => {
    const ids = JSON.stringify(rows.map(({ id }) => id))
    const parentIds = rows.filter(({ parent_id }) => parent_id !== 0).map(({ parent_id }) => parent_id)
    const parentsFound = new Set(parentIds.length === 0 ? [] : parents(JSON.stringify(parentIds), nowMs).map(({ id }) => id))
    const [venuesOf, organizersOf, termsOf] = [byEvent(venues(ids, nowMs)), byEvent(organizers(ids, nowMs)), byEvent(terms(ids))]
    return rows.map((row) => {
      const { id, parent_id } = row
      const hasParent = parentsFound.has(parent_id)
      return floorEvent(row, { venues: venuesOf(id), organizers: organizersOf(id), terms: termsOf(id), hasParent })
    })
  }
  return {
    list: () => {
      const total = count(from, to, nowMs)[0]?.total ?? 0
      return Buffer.from(JSON.stringify(floorList(hydrated(page(from, to, nowMs)), total, perPage)))
    },
    event: (id) => {
      const [found] = hydrated(event(id, nowMs))
      return found === undefined ? undefined : Buffer.from(JSON.stringify(found))
    },
  }
}
