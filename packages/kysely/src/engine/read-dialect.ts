import type { RawBuilder, SqlBool } from 'kysely'
import type { SearchIndex } from './search-index.ts'

/** Settings for a single statement. */
export interface StatementSettings {
  /**
   * Whether texts are sorted by all of their characters: MariaDB and MySQL compare only the first 1,024 bytes unless a statement asks for
   * more.
   */
  readonly longSort?: boolean
  /** Time limit in milliseconds, on engines with `supportsStatementTimeLimit`. */
  readonly limitMs?: number
}

/** Conditions, plans and time limits of reads. */
export interface ReadDialect {
  /**
   * The index for searches, with which a calendar can be created. Without one, a search compares the text of each event in the window.
   */
  readonly searchIndex?: SearchIndex
  /**
   * Whether statements run in this process, one at a time: SQLite. They block the event loop and cannot be cancelled, so scans are read in
   * slices, one scan at a time. If it is wrongly false, one search stops all other requests until it ends; if wrongly true, scans fail,
   * because slices use SQLite's `indexed by`.
   */
  readonly runsInProcess: boolean
  /**
   * Whether tables are stored in the order of their ids, so that an index leads to a row by its id: SQLite, MariaDB and MySQL. There a search
   * looks up the text of an event by the id that an index gives, whether the event has it or its series. If it is wrongly true, each text
   * takes two lookups; if wrongly false, a search reads an occurrence besides its series.
   */
  readonly storesRowsById: boolean
  /**
   * Whether a statement can contain its own time limit: MariaDB and MySQL. PostgreSQL takes it as a setting of a transaction. If it is
   * wrongly true, scans on PostgreSQL have no limit; if wrongly false, the statement that sets the limit fails.
   */
  readonly supportsStatementTimeLimit: boolean
  /**
   * Whether the engine merges the ordered branches of a union only as far as needed: SQLite. Otherwise each branch gets its own limit. If
   * it is wrongly true, the engine reads and sorts all rows of all branches; if wrongly false, it only reads a few rows more.
   */
  readonly mergesUnions: boolean
  /**
   * The maximum number of selects in one union. SQLite itself takes 500, which no statement reaches, and in a Durable Object 5: there a union
   * of more selects has unions as its terms. If it is wrongly high, the statement is refused; if wrongly low, the engine stores the rows of
   * the inner unions.
   */
  readonly maxCompoundTerms: number
  /**
   * The start of a `select` statement with its settings. MariaDB takes them in front of `select` and MySQL as a hint behind it; each server
   * reads the other's as a comment. The other engines compare all characters anyway and take no limit here.
   */
  select(settings: StatementSettings): RawBuilder<unknown>
  /**
   * The longest list whose items are parameters of their own; a longer one is one parameter of {@link isOneOf}. It is a power of two, because
   * lists are padded to one: otherwise the statement for a padded list has another number of parameters than the list. A statement may have
   * several lists, and each of them in several branches. If it is wrongly high, statements have more parameters than the engine takes; if wrongly
   * low, SQLite has to parse lists that it could compare at once.
   */
  readonly longestList: number
  /**
   * A column equals one of a long list of ids, which are all integers or all texts. The list is one parameter: SQLite takes at most 32,766
   * parameters, PostgreSQL 65,535, and more of them would fail. The text of the statement then is the same for every length.
   */
  isOneOf(column: RawBuilder<unknown>, values: readonly (number | string)[]): RawBuilder<SqlBool>
  /**
   * The id of an event equals one of a long list, which is one parameter. The indexes for lists contain the id behind their other columns.
   * With `isOneOf`, PostgreSQL searches such an index from the start of the window once for each id: a page of a word that 3,945 of 100,000
   * events have took 7.7 s instead of 13 ms.
   */
  isOneOfIds(column: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<SqlBool>
  /**
   * The end of a `select`, from its `from`: the rows of a table in which a column equals one of many ids. MariaDB gets the ids as a table, and
   * looks up the rows of each one: with a long list it would read the whole table if the column is null in most rows.
   */
  rowsOf(table: RawBuilder<unknown>, column: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<unknown>
  /**
   * A text occurs in a column, without wildcards. `like` does not fit: SQLite's ignores the case of ASCII letters and refuses patterns
   * beyond 50,000 bytes.
   */
  contains(column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool>
  /**
   * A column of a condition for which the engine must not choose an index. Without `analyze` SQLite guesses, and treats nearly all indexes
   * as equally selective. The other engines get the plain column, because an expression would hide its statistics. The rows are the same
   * either way.
   */
  withoutIndex(column: RawBuilder<unknown>): RawBuilder<unknown>
  /**
   * A sort key for which the engine must not read an index: engines often choose to scan along an index until they have found the few
   * matching rows. The plain key gives the same page, but the engine may read all rows for it.
   */
  withoutSortIndex(key: RawBuilder<unknown>): RawBuilder<unknown>
  /**
   * The index hint behind a table's name, on all engines but PostgreSQL: without `analyze` SQLite guesses, and MariaDB treats all indexes with
   * long ranges as equally good. Without the hint, pages are the same, and the engine reads far more rows where it guesses wrong. It names one
   * index: of several, MariaDB reads the one that it can search by equality alone, and so begins with all past events instead of the window.
   */
  indexHint(index: RawBuilder<unknown>): RawBuilder<unknown>
  /**
   * A join whose second table is looked up for each row of the first, where the engine would not see that this order ends early. With a plain
   * join, MySQL read and sorted all events for a page of the featured ones of a frequent category.
   */
  readonly joinInOrder: RawBuilder<unknown>
  /**
   * A column of links that is compared with a list, where the engine must read the few links of one event. With the plain column, SQLite
   * searches an index for each value of the list instead.
   */
  withoutListIndex(column: RawBuilder<unknown>): RawBuilder<unknown>
  /**
   * Whether a correlated query, `select 1 from ...`, has a row. For `exists`, MariaDB first reads the rows of all records; for a scalar
   * subquery it looks up the rows of one record at a time.
   */
  hasRow(query: RawBuilder<unknown>): RawBuilder<SqlBool>
  /**
   * The same where the engine must look up the links of each event by the event's id, whatever its statistics say: in read scopes. For
   * `exists`, PostgreSQL without statistics joins all events with all links of a category, and takes 2.7 s instead of 15 ms for 2,000 drafts.
   */
  hasLookedUpRow(query: RawBuilder<unknown>): RawBuilder<SqlBool>
  /** A column of links in {@link hasLookedUpRow} that no index search may begin with. */
  lookedUp(column: RawBuilder<unknown>): RawBuilder<unknown>
  /** An aggregate that gives a JSON object with positions as keys and ids as values, as text or as parsed by the driver. */
  idsByPosition(position: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown>
  /**
   * Selects a column of doubles. `mysql2` parses the digits of a short number one by one and accumulates rounding errors:
   * `9.499060403753665` came back as `...663`. A text comes back as the server wrote it.
   */
  exactDouble(column: RawBuilder<unknown>): RawBuilder<unknown>
}
