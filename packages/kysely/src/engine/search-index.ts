import type { RawBuilder } from 'kysely'
import type { SearchObjects, TableParts } from '../schema/table-names.ts'

/** The names under which an index for searches is stored. */
export interface SearchNames {
  /** The tables. */
  readonly parts: TableParts
  /** Its indexes and triggers. */
  readonly search: SearchObjects
}

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
   * Whether `candidates` gives them in one part and in no order; `after` is 0 then. Otherwise any number of them is read, part after part.
   */
  readonly givesAllAtOnce: boolean
  /** The statements that create the index without texts, and whatever maintains it. Each one is repeatable. */
  create(names: SearchNames): readonly RawBuilder<unknown>[]
  /** The statements that remove it. Each one is repeatable. */
  remove(names: SearchNames): readonly RawBuilder<unknown>[]
  /**
   * Adds the texts of the events with ids above `after` up to `upTo`, at the first build. Absent if the statements of `create` add all texts.
   */
  addTexts?(names: SearchNames, after: number, upTo: number): RawBuilder<unknown>
  /** Whether an error of `create` means that this database cannot have the index: an extension or a right is missing. */
  isUnsupported(error: unknown): boolean
  /**
   * Selects the ids of candidates.
   * @param texts what is searched
   * @returns undefined if all texts are too short for the index
   */
  candidates(parts: TableParts, texts: readonly string[], part: CandidatePart): RawBuilder<{ readonly id: unknown }> | undefined
}
