import { internals } from '@kalends/core/internal'
import { toEndpoint } from '../endpoint.ts'
import { notify, type Settings } from '../options.ts'
import { kindsOf } from '../patterns.ts'
import type { EndpointPatch, StoredEndpoint } from '../store/endpoint.ts'
import { collapse, keyOf, type RecordChange } from './collapse.ts'
import type { FindPublications } from './publications.ts'

/** How many rows of the log are read at once. */
const batchRows = 500

/** A part of the log and of the publications. */
export interface Batch {
  /** The changes, in the order of their messages. */
  readonly changes: readonly RecordChange[]
  /** The progress after all of them. */
  readonly progress: EndpointPatch
  /** Whether nothing is left after it. */
  readonly isLast: boolean
}

/**
 * Reads what an endpoint has not got.
 * @param nowMs publications up to this moment are reported
 */
export async function readBatch(
  settings: Settings,
  endpoint: StoredEndpoint,
  findPublications: FindPublications,
  nowMs: number,
): Promise<Batch> {
  const { cursor, publishedUntilMs, events } = endpoint
  const { rows, head, isComplete } = await internals(settings.calendar).log.rows({
    after: cursor,
    kinds: kindsOf(events),
    limit: batchRows,
  })
  if (!isComplete) void notify(settings, settings.onGap, toEndpoint(endpoint))
  const isLast = rows.length < batchRows
  // Publications come in the order of the log: before rows that are read later.
  const reported = isLast ? [nowMs] : rows.map(({ atMs }) => Math.min(atMs, nowMs))
  const untilMs = Math.max(publishedUntilMs, ...reported)
  const changes = collapse(rows)
  const rest: RecordChange[] = []
  for (const one of await findPublications(events, publishedUntilMs, untilMs)) {
    const change = changes.get(keyOf(one))
    // One message reports both.
    if (change?.verb === 'updated') changes.set(keyOf(one), { ...change, verb: 'published' })
    if (change === undefined) rest.push(one)
  }
  const lastRow = Math.max(cursor, isLast ? head : 0, rows.at(-1)?.seq ?? 0)
  const others = rest.map((one, i): RecordChange => {
    // Others of the same moment may be left.
    const nextMs = rest[i + 1]?.atMs ?? untilMs + 1
    return { ...one, progress: { cursor: lastRow, publishedUntilMs: nextMs - 1 } }
  })
  return { changes: [...changes.values(), ...others], progress: { cursor: lastRow, publishedUntilMs: untilMs }, isLast }
}
