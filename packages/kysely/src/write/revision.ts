import type { Revision } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import { yieldToEventLoop } from '../drivers/event-loop.ts'
import { runPrepared } from '../engine/prepared.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { wallText } from '../schema/wall-time.ts'
import { numberPart } from './change-log.ts'

/**
 * The token of the revision comes from the log, to which every write adds rows in its own transaction. A counter of its own instead would
 * make all writers wait for the slowest transaction of the host.
 *
 * It consists of a sum and a time. The sum is the highest number, plus the number of visible rows without one. A commit adds rows to the
 * second term, whatever the order of commits; numbering moves rows from it to the first one; and pruning keeps the row with the highest
 * number. So on one server the sum grows with each commit, and equal sums are equal states. With one writer all rows have numbers.
 *
 * A database that was restored from a backup assigns the same numbers again, to other writes: the time of the row with the highest id
 * distinguishes them.
 */
const tokenOf = ({ seq, unnumbered, latest }: RevisionRow): string => `${Number(seq ?? 0) + Number(unnumbered)}.${Number(latest ?? 0)}`

type RevisionRow = Readonly<
  Record<'seq' | 'at_ms' | 'unnumbered' | 'last_id' | 'last_at_ms' | 'latest' | 'event' | 'venue' | 'organizer' | 'extended', unknown>
>

/** A revision, and how many rows of the log have no number yet. */
export interface StoreState {
  /** The revision. */
  readonly revision: Revision
  /** The number of rows. */
  readonly unnumbered: number
}

/** Reads the state of the store in one statement. */
export async function readState(context: StoreContext, nowMs: number): Promise<StoreState> {
  const build = () => ({ compile: () => revisionStatement(context).compile(context.db) })
  const { rows } = await runPrepared(context, 'revision', [nowMs, nowMs, nowMs], build)
  const [row] = rows
  if (row === undefined) throw new TypeError('A list of values gave no row.')
  const times = [row.event, row.venue, row.organizer].filter((time) => time !== null).map(Number)
  const count = Number(row.unnumbered)
  const revision = {
    token: tokenOf(row),
    mark: {
      seq: Number(row.seq ?? 0),
      atMs: Number(row.at_ms ?? 0),
      unnumbered: count === 0 ? undefined : { count, lastId: Number(row.last_id), lastAtMs: Number(row.last_at_ms) },
    },
    staleAtMs: times.length === 0 ? null : Math.min(...times),
    extendedTo: row.extended === null || row.extended === undefined ? null : wallText(Number(row.extended)),
  }
  return { revision, unnumbered: count }
}

/**
 * The earliest end of the stored dates of a series. It is no `min`, for which MariaDB reads all series: 1 ms for 5,000 series instead of
 * 0.2 ms.
 */
const firstEnd = ({ events }: StoreContext['parts']): RawBuilder<unknown> =>
  sql`(select extended_to from ${events} where extended_to is not null and status <> 'trash' order by extended_to limit 1)`

/** The statement of {@link readState}. All its parameters are "now". */
function revisionStatement(context: StoreContext): RawBuilder<RevisionRow> {
  const { dialect, parts } = context
  const scheduled = sql`status = 'publish' and published_ms > ${0}`
  const number = numberPart(context)
  const unnumbered = dialect.hasOneWriter
    ? sql`0 as unnumbered`
    : sql`u.unnumbered, u.last_id, (select at_ms from ${parts.changes} where id = u.last_id) as last_at_ms`
  const from = dialect.hasOneWriter
    ? sql``
    : sql`from (select count(*) as unnumbered, max(id) as last_id from ${parts.changes} where pending = 1) as u`
  return sql`
    select (select max(${number}) from ${parts.changes}) as seq,
      (select at_ms from ${parts.changes} where ${number} is not null order by ${number} desc limit 1) as at_ms,
      ${unnumbered},
      (select at_ms from ${parts.changes} order by id desc limit 1) as latest,
      (select min(published_ms) from ${parts.events} where ${scheduled}) as event,
      (select min(published_ms) from ${parts.venues} where ${scheduled}) as venue,
      (select min(published_ms) from ${parts.organizers} where ${scheduled}) as organizer,
      ${firstEnd(parts)} as extended
    ${from}`
}

/** Reads the revision of the store at an instant. */
type ReadRevision = (nowMs: number) => Promise<Revision>

/** A pending read that later callers can join. */
interface Reading {
  readonly nowMs: number
  readonly revision: Promise<Revision>
}

/**
 * Reads the revision once for successive calls in one turn of the event loop with the same "now"; a call with another "now" starts a new
 * read. A server under load handles several requests in a turn, and reading the revision is most of the cost of a cached response. The read
 * starts when the turn has ended: no caller gets a state from before its call, and later callers start a new read.
 */
export function sharedRevision(read: ReadRevision): ReadRevision {
  let open: Reading | undefined
  return (nowMs) => {
    if (open?.nowMs === nowMs) return open.revision
    const begun: Reading = {
      nowMs,
      revision: yieldToEventLoop().then(() => {
        if (open === begun) open = undefined
        return read(nowMs)
      }),
    }
    open = begun
    return begun.revision
  }
}
