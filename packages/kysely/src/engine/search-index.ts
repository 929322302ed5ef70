import type { EntityId } from '@kalends/core/store'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SearchObjects, TableParts } from '../schema/table-names.ts'
import type { Tables } from '../schema/tables.ts'
import { readIds } from './read-rows.ts'

/** The names under which an index for searches is stored. */
export interface SearchNames {
  /** The tables. */
  readonly parts: TableParts
  /** Its indexes and triggers. */
  readonly search: SearchObjects
}

/**
 * The position of a build whose index contains all texts: it is higher than any id. Printed statements have no parameters, so it is a literal.
 */
export const allTexts = sql`9007199254740991`

/** A part of the candidates of a search, in ascending order of their ids unless the index gives all at once. */
export interface CandidatePart {
  /** Only events with a higher id. */
  readonly after: number
  /** The maximum number of candidates. */
  readonly limit: number
}

/**
 * The index for searches of events by parts of their texts. It finds candidates: events with a text of their own that may contain what is
 * searched, and at least those that do. Every statement still compares the texts themselves, so an index never changes a result.
 */
export interface SearchIndex {
  /**
   * Whether `find` gives candidates in one part and in no order; `after` is 0 then. Otherwise any number of them is read, part after part.
   */
  readonly givesAllAtOnce: boolean
  /** The statements that create the index without texts, and whatever maintains it. Each one is repeatable. */
  create(names: SearchNames): readonly RawBuilder<unknown>[]
  /** The statements that remove it, or what is left of it. Each one is repeatable. */
  remove(names: SearchNames): readonly RawBuilder<unknown>[]
  /**
   * A statement that gives a row if the tables, indexes and triggers of the index exist. A backup may have been restored without some of them.
   */
  findParts(names: SearchNames): RawBuilder<unknown>
  /**
   * A statement that gives a row if the index has the text of an event. Absent if it cannot lack one.
   * @returns undefined if the text has no word to look up
   */
  findText?(names: SearchNames, id: EntityId, text: string): RawBuilder<unknown> | undefined
  /**
   * Adds the texts of the events with ids above `after` up to `upTo`, at the first build. Absent if the statements of `create` add all texts.
   */
  addTexts?(names: SearchNames, after: number, upTo: number): readonly RawBuilder<unknown>[]
  /** Whether an error of `create` means that this database cannot have the index: an extension or a right is missing. */
  isUnsupported(error: unknown): boolean
  /**
   * Finds candidates.
   * @param texts what is searched
   * @returns their ids; undefined if the index does not help, because all texts are too short for it, or in too many events, or because the
   * index lacks texts
   */
  find(db: Kysely<Tables>, parts: TableParts, texts: readonly string[], part: CandidatePart): Promise<readonly EntityId[] | undefined>
}

/** The id that stands for an index that lacks texts. */
const incomplete = -1

/**
 * Reads the ids of candidates, from an index that is built in parts. The same statement reads whether it is complete: another process may
 * have removed the index since this one saw it, and may build it again.
 * @returns undefined if the index lacks texts
 */
export async function readCandidates(
  db: Kysely<Tables>,
  { search_state: state }: TableParts,
  candidates: RawBuilder<{ readonly id: unknown }>,
): Promise<readonly EntityId[] | undefined> {
  const ids = await readIds(
    db,
    sql`select ${incomplete} as id from (select 1 as one) as o where not exists (select 1 from ${state} where up_to = ${allTexts})
      union all select id from (${candidates}) as f`,
  )
  return ids.includes(incomplete) ? undefined : ids
}
