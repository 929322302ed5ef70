import { insertRecords, type ReadyRecord } from './apply.ts'
import type { CreatedInput } from './bulk-options.ts'
import { givenSlug, type OnConflict } from './conflict.ts'
import type { WriteOperation } from './context.ts'
import type { KindDefinition, PublishedTypes, SharedFields } from './definition.ts'

/** New records of a chunk, which are inserted together. */
export interface InsertBatch<D extends PublishedTypes> {
  /** The inserted records. */
  readonly created: readonly CreatedInput[]
  /** Adds a record. If records that belong to waiting ones, such as occurrences, may get its slug, the waiting ones are inserted first. */
  add(input: { readonly index: number; readonly fields: Partial<SharedFields> }, ready: ReadyRecord<D>): Promise<void>
  /** Whether a waiting record has, or may get, the uid or the given slug of an input. */
  hasKeys(fields: Partial<SharedFields>, onConflict: OnConflict): boolean
  /** Inserts the waiting records. */
  flush(): Promise<void>
}

const digits = /^[0-9]+$/

/** A slug without its number; undefined if it has none. */
function stemOf(slug: string): string | undefined {
  const end = slug.lastIndexOf('-')
  return end > 0 && digits.test(slug.slice(end + 1)) ? slug.slice(0, end) : undefined
}

/** A slug without all numbers at its end, such as the date of an occurrence; undefined if it has none. */
function wordsOf(slug: string): string | undefined {
  let words = stemOf(slug)
  for (let next = words; next !== undefined; next = stemOf(next)) words = next
  return words
}

/** Creates an empty batch. */
export function createInsertBatch<D extends PublishedTypes>(op: WriteOperation, kind: KindDefinition<D>): InsertBatch<D> {
  const created: CreatedInput[] = []
  let waiting: (ReadyRecord<D> & { readonly index: number })[] = []
  const [uids, slugs, bases, families] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()]
  /** Whether a waiting record may get a slug. A taken slug gets a number, and a long one is truncated to make room for the number. */
  const mayGet = (slug: string): boolean => {
    if (slugs.has(slug) || bases.has(slug)) return true
    const stem = stemOf(slug)
    if (stem === undefined) return false
    for (const base of bases) if (base.startsWith(stem)) return true
    return false
  }
  /**
   * Whether a record that belongs to a waiting one may get a slug: the slug of the waiting one, or the beginning of it, and then numbers.
   */
  const mayBelong = (slug: string): boolean => {
    const words = families.size === 0 ? undefined : wordsOf(slug)
    return words !== undefined && [...families].some((family) => family.startsWith(words))
  }
  const flush = async (): Promise<void> => {
    const news = waiting
    waiting = []
    for (const known of [uids, slugs, bases, families]) known.clear()
    for (const [i, { id, slug }] of (await insertRecords(op, kind, news)).entries()) created.push({ index: news[i]?.index ?? 0, id, slug })
  }
  return {
    created,
    async add({ index, fields: { uid = '' } }, ready) {
      if (mayBelong(ready.slug)) await flush()
      waiting.push({ ...ready, index })
      if (uid !== '') uids.add(uid)
      const known = ready.keepsSlug === true ? slugs : bases
      known.add(ready.slug)
      if (kind.bringsOthers?.(ready.composed) === true) families.add(ready.slug)
    },
    hasKeys(fields, onConflict) {
      if (fields.uid !== undefined && uids.has(fields.uid)) return true
      const slug = onConflict === 'suffix' ? undefined : givenSlug(fields)
      return slug !== undefined && (mayGet(slug) || mayBelong(slug))
    },
    flush,
  }
}
