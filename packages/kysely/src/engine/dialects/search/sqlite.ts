import { sql } from 'kysely'
import { searchStorage } from '../../../schema/table-names.ts'
import { readCandidates, type SearchIndex } from '../../search-index.ts'

/** The number of characters in a token of FTS5's trigram tokenizer. */
const tokenLength = 3

/**
 * The tokens of a text that a search asks for: all of them. With every second one, a search among 100,000 events finds half as many texts
 * again that do not match, and reading a text takes thirty times as long as finding it.
 */
function tokensOf(text: string): readonly string[] {
  const characters = [...text]
  return characters.slice(tokenLength - 1).map((_, at) => characters.slice(at, at + tokenLength).join(''))
}

/** An FTS5 query for texts with all of the tokens. */
const toMatch = (tokens: readonly string[]): string => tokens.map((token) => `"${token.replaceAll('"', '""')}"`).join(' AND ')

/** The names of all parts in the catalogue, without prefix. */
const partNames = ['search_state', 'event_texts', ...searchStorage, 'events_text_added', 'events_text_changed', 'events_text_removed']

/** The messages of SQLite without FTS5, or with a version before its trigram tokenizer. */
const unsupported = /no such module: fts5|no such tokenizer: trigram|error in tokenizer constructor/

/**
 * An FTS5 table of trigrams. It stores which texts contain a trigram, and neither the texts nor positions in them: a tenth of the size of the
 * events, where positions would take as much as the events. Texts are folded already, so it distinguishes capitals. Triggers maintain it:
 * they also see the writes of other programs, and add no statement to those of the store. While the index is built they leave out events
 * that the build has not reached: FTS5 reports a corrupt index if a text is removed that was not added.
 */
export const sqliteSearch: SearchIndex = {
  givesAllAtOnce: false,
  create: ({ parts, search: { commands, triggers } }) => {
    const reached = sql`(select up_to from ${parts.search_state})`
    const add = sql`insert into ${parts.event_texts} (rowid, text) select new.id, new.search_text where new.search_text is not null;`
    const remove = sql`insert into ${parts.event_texts} (${commands}, rowid, text)
      select 'delete', old.id, old.search_text where old.search_text is not null;`
    return [
      sql`create virtual table if not exists ${parts.event_texts}
        using fts5(text, content='', columnsize=0, detail=none, tokenize='trigram case_sensitive 1')`,
      sql`create trigger if not exists ${triggers.added} after insert on ${parts.events}
        when new.id <= ${reached} begin ${add} end`,
      sql`create trigger if not exists ${triggers.changed} after update of search_text on ${parts.events}
        when new.search_text is not old.search_text and new.id <= ${reached} begin ${remove} ${add} end`,
      sql`create trigger if not exists ${triggers.removed} after delete on ${parts.events}
        when old.id <= ${reached} begin ${remove} end`,
    ]
  },
  remove: ({ parts, search: { triggers, storage } }) => [
    ...Object.values(triggers).map((trigger) => sql`drop trigger if exists ${trigger}`),
    sql`drop table if exists ${parts.event_texts}`,
    // They are left if a dump was restored without the virtual table, and then keep it from being created.
    ...storage.map((table) => sql`drop table if exists ${table}`),
  ],
  findParts: ({ search: { prefix } }) => {
    const names = sql.join(partNames.map((name) => `${prefix}${name}`))
    return sql`select 1 as found where (select count(*) from sqlite_master where name in (${names})) = ${partNames.length}`
  },
  findText: ({ parts: { event_texts: table } }, id, text) => {
    const tokens = tokensOf(text).slice(0, 20)
    return tokens.length === 0 ? undefined : sql`select rowid from ${table} where ${table} match ${toMatch(tokens)} and rowid = ${id}`
  },
  addTexts: ({ parts }, after, upTo) => [
    sql`insert into ${parts.event_texts} (rowid, text)
    select id, search_text from ${parts.events} where id > ${after} and id <= ${upTo} and search_text is not null`,
  ],
  isUnsupported: (error) => error instanceof Error && unsupported.test(error.message),
  find: async (db, parts, texts, { after, limit }) => {
    const { event_texts: table } = parts
    const tokens = [...new Set(texts.flatMap(tokensOf))]
    if (tokens.length === 0) return undefined
    return readCandidates(
      db,
      parts,
      sql`select rowid as id from ${table} where ${table} match ${toMatch(tokens)} and rowid > ${after} order by rowid limit ${limit}`,
    )
  },
}
