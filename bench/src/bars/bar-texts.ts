/** The requirement of each bar, by its number. */
export const barTexts: ReadonlyMap<number, string> = new Map([
  [
    1,
    'List of 35 through the handler on SQLite, 10k events, caches off: at most 1.3x prepared SQL, batched reads and `JSON.stringify` on bare `http`',
  ],
  [2, 'The same, warm: at least 3x the throughput of that floor, at most 6x the cost of bare `http` with the page prebuilt'],
  [3, 'Event by id: warm at most 1.5x bare, caches off at most 1.3x its floor'],
  [4, 'First page and exact total through the handler on SQLite, warm and with only the total cached: at 1M at most 2x the cost at 1k'],
  [5, 'Page query alone, 1M against 1k: window at most 2x (MariaDB 8x), any of three categories at most 5x (MariaDB 8x)'],
  [6, 'At 1M on SQLite no list query above 25 ms but text search, deep pages and a first total; page 1000 at most 12 ms'],
  [7, 'Uncached total at most 1.3x one `count(*)` on the covering index; a cached response counts nothing'],
  [8, 'Statements for a page: at most 9 cold and 2 warm, the same for 1, 35 and 100 events'],
  [9, 'Page of events that still run, 0.1% of them for months, 1M: at most 2x the page by start (SQLite, PostgreSQL)'],
  [10, 'Memory store at 100k: list of 35 with its total at most 10 µs and 5x the cost at 1k; any of three categories at most 500 µs'],
  [11, 'Reads call no `Intl` formatter and no date library; dates at most 2x the cost of UTC by hand'],
  [12, 'Tiny answers of the handler on Node: at most 1.6x bare `http` with the same bytes'],
  [13, 'Create on SQLite with all indexes: at most 3x a bare insert of the same rows; many at once at least 10x as fast as one by one'],
  [14, 'Ahead of peers, list of 35, 10k events, warm: 15x the afternoon app, 6x Feathers with Knex, 25x Payload'],
  [15, 'The same, caches off: 3x the afternoon app, 1.2x Feathers with Knex, 4x Payload'],
  [16, 'At 1M: warm 50x and caches off 15x the afternoon app'],
  [23, 'A list that was not requested before, whose events were, SQLite, 10k events: at most 0.6x the floor of row 1'],
  [
    25,
    'Cold start: import of core, fetch and memory and a first list, beyond bare Node, at most 6.1x bare Node from files and 4.6x from a bundle, half of what it was; handler, core and one language at most 60 kB by gzip',
  ],
  [28, 'iCalendar on SQLite, 10k events, processor time: a 304 at most 1.2x that of JSON; 1,000 events without a cache at most 60 ms'],
  [29, 'Page of 35 by declared fields alone, 1M: at most 1 ms on SQLite and 3 ms on PostgreSQL'],
  [30, 'Log of changes: 100 changes since a token at 1M on SQLite at most 5 ms; a write with the log at most 1.06x one without it'],
  [
    31,
    'Declared fields: a list of 35 events with ten fields at most 1.08x one without; 3 kinds with 20 fields each take at most 0.5 s more to type-check',
  ],
])

/** The rows of the table of bars that a command of their own measures, or that a bar includes, with the arguments of `pnpm bench`. */
export const rowsElsewhere: ReadonlyMap<number, string> = new Map([
  [17, 'worst'],
  [18, 'worst'],
  [19, 'bystanders'],
  [20, 'search'],
  [21, 'growth'],
  [22, 'mixed'],
  [24, '--only 3'],
  [26, 'memory'],
  [27, '--only 13'],
])
