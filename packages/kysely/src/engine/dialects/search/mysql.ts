import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { TableParts } from '../../../schema/table-names.ts'
import type { Tables } from '../../../schema/tables.ts'
import { readCandidates, type SearchIndex } from '../../search-index.ts'
import { exactCollation } from '../exact-collation.ts'

/**
 * The part of a long word that is looked up. Longer words are stored as parts of twice this length, and each begins in the middle of the last.
 * The SQL below contains the number itself, because triggers have no parameters.
 */
const wordPartLength = 20

const wordType = sql`varchar(40) character set utf8mb4 collate ${exactCollation}`

/**
 * A long text is divided by this many characters, because MariaDB's functions copy the whole text for each word that they find: an event with
 * 196,608 characters without a space is inserted in 0.3 s, and without the division in 9 s.
 */
const partLength = sql`4000`

/** The part of a text that begins at a character. The next one begins before its end, so that no part to look up is cut. */
const partFrom = (text: RawBuilder<unknown>, start: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`substr(${text}, ${start}, ${partLength} + 20)`

/** The two groups of an expression and a space: MariaDB refers to groups with backslashes, MySQL with dollar signs. */
const bothParts = sql`/*M!100101 '\\\\1\\\\2 ' *//*!80000 '$1$2 ' */`

/**
 * The words of a text in the notation of JSON, `"one","two"`, some of them more than once. A word of more than 20 characters is divided into
 * parts of 40, which begin every 20 characters, so that each text of up to 20 characters lies within one of them.
 */
const quotedWords = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`replace(json_quote(regexp_replace(replace(${text}, '\n', ' '), '([^ ]{20})(?=([^ ]{1,20}))', ${bothParts})), ' ', '","')`

/** Quoted words as a table called `t`. */
const tableOf = (quoted: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`json_table(concat('[', ${quoted}, ']'), '$[*]' columns (word ${wordType} path '$')) as t`

/** The variables of a trigger that takes the words of a text. The words begin with an empty one, so that each other one follows a comma. */
const wordVariables = sql`declare start int default 1; declare words longtext character set utf8mb4 default '""';`

/** Puts the words of a text into the variable `words`. */
const takeWords = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  while start <= char_length(${text}) do
    set words = concat(words, ',', ${quotedWords(partFrom(text, sql`start`))});
    set start = start + ${partLength};
  end while;`

/** The words of the texts of events called `e`, as `takeWords` takes them, as a table called `t`. */
const wordsOfEvents = sql`
  json_table(concat('[0', repeat(',0', (char_length(e.search_text) - 1) div ${partLength}), ']'), '$[*]' columns (number for ordinality)) as part
  straight_join ${tableOf(quotedWords(partFrom(sql`e.search_text`, sql`1 + (part.number - 1) * ${partLength}`)))}`

/**
 * The condition on words that are not empty and that the dictionary lacks. With `not exists`, MariaDB reads the whole dictionary for each event
 * while its statistics say that the table is small: after 27,000 events of one transaction, it inserted 20 a second.
 */
const isNew = ({ distinct_words: words }: TableParts): RawBuilder<unknown> =>
  sql`t.word <> '' and (select 1 from ${words} as w where w.word = t.word limit 1) is null`

/**
 * Adds the words of a new text. The dictionary is read without locks, and has an event for each word, so that two transactions with the same
 * new word do not wait for each other: then it contains the word twice.
 */
const addWords = (parts: TableParts): RawBuilder<unknown> => sql`
  if new.search_text is not null then begin
    ${wordVariables}
    declare is_done boolean default false;
    declare missing ${wordType};
    declare every_missing cursor for select distinct t.word from ${tableOf(sql`words`)} where ${isNew(parts)};
    declare continue handler for not found set is_done = true;
    ${takeWords(sql`new.search_text`)}
    insert ignore into ${parts.event_words} (word, event_id)
      select distinct t.word, new.id from ${tableOf(sql`words`)} where t.word <> '';
    open every_missing;
    fetch every_missing into missing;
    while not is_done do
      insert ignore into ${parts.distinct_words} (word, event_id) values (missing, new.id);
      fetch every_missing into missing;
    end while;
    close every_missing;
  end; end if;`

/**
 * Removes the words of an old text; they stay in the dictionary. In a small table MariaDB would read and lock all rows, and wait for every
 * transaction that has written one.
 */
const removeWords = (parts: TableParts): RawBuilder<unknown> => sql`
  if old.search_text is not null then begin
    ${wordVariables}
    ${takeWords(sql`old.search_text`)}
    delete p from ${tableOf(sql`words`)}
      straight_join ${parts.event_words} as p force index (primary) on p.word = t.word and p.event_id = old.id;
  end; end if;`

/**
 * The error codes of a server that cannot have the index: a right is missing (1142, 1227, and 1419 with a binary log), the collation is
 * (1273), or compressed tables are refused (1005, 1031, 1478, 4047).
 */
const unsupportedCodes = new Set<unknown>([1142, 1227, 1419, 1273, 1005, 1031, 1478, 4047])

const tableNames = ['search_state', 'distinct_words', 'event_words']

const likePrefix = (prefix: string): string => prefix.replaceAll('_', '!_')

/** Whether the user has the right `trigger` by a grant of its own: without it, the catalogue shows no triggers. */
const seesTriggers = sql`(select count(*) from (
    select grantee from information_schema.user_privileges where privilege_type = 'TRIGGER'
    union all select grantee from information_schema.schema_privileges where privilege_type = 'TRIGGER' and database() like table_schema
  ) as g where g.grantee = concat('''', replace(current_user(), '@', '''@'''), '''')) > 0`

/** The texts to look up, the longest first: each one lies within a word of the dictionary if it is in a text. */
function lookedUp(texts: readonly string[]): readonly string[] {
  const parts = texts.flatMap((text) => text.split(/[ \n]/)).map((word) => [...word].slice(0, wordPartLength).join(''))
  const distinct = [...new Set(parts)].filter((part) => part !== '')
  return distinct
    .filter((part) => !distinct.some((other) => other !== part && other.includes(part)))
    .toSorted((a, b) => b.length - a.length)
}

/** A search for more than one text begins with the one that the fewest events have, unless that are more than this. */
const mostEvents = 50_000

/** A text that is a part of more words than this does not narrow the events of another one: each word is looked up for each event. */
const mostWords = 20

/** The entries of the words that contain a text. */
const entriesOf = ({ distinct_words: words, event_words: entries }: TableParts, text: string): RawBuilder<unknown> =>
  sql`${words} as w straight_join ${entries} as p on p.word = w.word where locate(${text}, w.word) > 0`

/** The texts in the order in which a search looks them up; undefined if each of them is in too many events. */
async function planLookups(db: Kysely<Tables>, parts: TableParts, texts: readonly string[]): Promise<readonly string[] | undefined> {
  if (texts.length < 2) return texts
  const counts = texts.map(
    (text, at) => sql`select ${at} as position,
      (select count(*) from (select 1 from ${entriesOf(parts, text)} limit ${mostEvents + 1}) as c) as events,
      (select count(*) from (select 1 from ${parts.distinct_words} as w where locate(${text}, w.word) > 0 limit ${mostWords + 1}) as c) as words`,
  )
  const { rows } = await sql<{ position: unknown; events: unknown; words: unknown }>`${sql.join(counts, sql` union all `)}`.execute(db)
  const [first, ...others] = rows
    .map(({ position, events, words }) => ({ text: texts[Number(position)] ?? '', events: Number(events), words: Number(words) }))
    .toSorted((a, b) => a.events - b.events)
  if (first === undefined || first.events > mostEvents) return undefined
  return [first.text, ...others.filter(({ words }) => words <= mostWords).map(({ text }) => text)]
}

/**
 * A dictionary of the distinct words, and for each word the events that have it. What is searched lies within a word, so a search reads the
 * dictionary, and then the events of the words that contain it. The table is compressed, because the same words and successive ids take half
 * of the space then. Triggers maintain it: they add no statement to those of the store.
 */
export const mysqlSearch: SearchIndex = {
  givesAllAtOnce: true,
  create: ({ parts, search: { triggers } }) => {
    const columns = sql`word ${wordType} not null, event_id bigint not null, primary key (word, event_id)`
    return [
      sql`create table if not exists ${parts.distinct_words} (${columns}) engine = InnoDB`,
      sql`create table if not exists ${parts.event_words} (${columns}) engine = InnoDB row_format = compressed key_block_size = 8`,
      sql`create trigger if not exists ${triggers.added} after insert on ${parts.events} for each row
        begin ${addWords(parts)} end`,
      sql`create trigger if not exists ${triggers.changed} after update on ${parts.events} for each row
        if not (new.search_text <=> old.search_text) then ${removeWords(parts)} ${addWords(parts)} end if`,
      sql`create trigger if not exists ${triggers.removed} after delete on ${parts.events} for each row
        begin ${removeWords(parts)} end`,
    ]
  },
  remove: ({ parts, search: { triggers } }) => [
    ...Object.values(triggers).map((trigger) => sql`drop trigger if exists ${trigger}`),
    sql`drop table if exists ${parts.distinct_words}`,
    sql`drop table if exists ${parts.event_words}`,
  ],
  addTexts: ({ parts }, after, upTo) => {
    const words = sql`${parts.events} as e straight_join ${wordsOfEvents} where e.id > ${after} and e.id <= ${upTo}`
    // Under the default level, the statements would lock the events that they read.
    const withoutLocks = sql`set transaction isolation level read committed`
    return [
      withoutLocks,
      sql`insert ignore into ${parts.distinct_words} (word, event_id)
        select t.word, min(e.id) from ${words} and ${isNew(parts)} group by t.word`,
      withoutLocks,
      sql`insert ignore into ${parts.event_words} (word, event_id) select t.word, e.id from ${words} and t.word <> '' order by t.word, e.id`,
    ]
  },
  findParts: ({ search: { prefix } }) => {
    const tables = tableNames.map((name) => `${prefix}${name}`)
    return sql`select 1 as found from (select 1 as one) as o where ${tables.length} = (select count(*) from information_schema.tables
        where table_schema = database() and table_name in (${sql.join(tables)}))
      and (not ${seesTriggers} or 3 = (select count(*) from information_schema.triggers
        where trigger_schema = database() and event_object_table = ${`${prefix}events`} and trigger_name like ${`${likePrefix(prefix)}events!_text!_%`} escape '!'))`
  },
  findText: ({ parts }, id, text) => {
    const word = text.split(/[ \n]/).find((one) => one !== '' && [...one].length <= wordPartLength)
    if (word === undefined) return undefined
    return sql`select 1 as found from ${parts.event_words} as p where p.word = ${word} and p.event_id = ${id}
      and exists (select 1 from ${parts.distinct_words} as w where w.word = p.word)`
  },
  isUnsupported: (error) => typeof error === 'object' && error !== null && 'errno' in error && unsupportedCodes.has(error.errno),
  find: async (db, parts, texts, { limit }) => {
    const [first, ...others] = (await planLookups(db, parts, lookedUp(texts))) ?? []
    if (first === undefined) return undefined
    const conditions = others.map((text) => {
      const words = sql`(select distinct word from ${parts.distinct_words} where locate(${text}, word) > 0) as o`
      return sql`(select 1 from ${words} straight_join ${parts.event_words} as q where q.word = o.word and q.event_id = p.event_id limit 1)
        is not null`
    })
    return readCandidates(
      db,
      parts,
      sql`select distinct p.event_id as id from ${sql.join([entriesOf(parts, first), ...conditions], sql` and `)} limit ${limit}`,
    )
  },
}
