import type { Calendar, Clock } from '@kalends/core'
import { internals } from '@kalends/core/internal'
import type { StoredEndpoint, WebhookStore } from './store/endpoint.ts'

/** Keeps the rows of the log that endpoints have not got, beyond the number of writes that the calendar keeps. */
export interface HeldLog {
  /** Keeps the rows after the cursor of an endpoint, whatever was kept before. */
  keepFrom(endpoint: Pick<StoredEndpoint, 'id' | 'cursor'>): Promise<void>
  /**
   * The same while the cursor moves on: seldom enough for each delivery. An endpoint that is deleted meanwhile keeps none, and one that is set
   * back those after its new cursor.
   */
  moveOn(endpoint: Pick<StoredEndpoint, 'id' | 'cursor'>): Promise<void>
  /** Keeps no rows for an endpoint any more. */
  release(id: string): Promise<void>
}

/** How long the rows before a cursor may stay after it has moved, in milliseconds: each busy endpoint then costs a statement a minute. */
const lagMs = 60_000

/** How often a hold is renewed whose cursor does not move, in milliseconds. */
const renewMs = 3_600_000

const holdOf = (id: string): string => `webhooks:${id}`

/** Holds the log of a calendar, the host's own. */
export function createHeldLog(calendar: Calendar, store: Pick<WebhookStore, 'get'>, clock: Clock): HeldLog {
  const { log } = internals(calendar)
  const known = new Map<string, { readonly cursor: number; readonly atMs: number }>()
  const keepFrom: HeldLog['keepFrom'] = async ({ id, cursor }) => {
    await log.hold(holdOf(id), cursor)
    known.set(id, { cursor, atMs: clock.nowMs() })
  }
  const release: HeldLog['release'] = async (id) => {
    known.delete(id)
    await log.hold(holdOf(id), null)
  }
  return {
    keepFrom,
    release,
    async moveOn(endpoint) {
      const { cursor: held = Number.POSITIVE_INFINITY, atMs = 0 } = known.get(endpoint.id) ?? {}
      if (endpoint.cursor >= held && clock.nowMs() - atMs < (endpoint.cursor === held ? renewMs : lagMs)) return
      // A replay in another process may have set the endpoint back since it was listed: then its rows are never without a hold.
      const listed = await store.get(endpoint.id)
      const cursor = Math.min(endpoint.cursor, listed?.cursor ?? Number.POSITIVE_INFINITY)
      await keepFrom({ id: endpoint.id, cursor })
      // Or it does just now.
      const stored = await store.get(endpoint.id)
      if (stored === undefined) await release(endpoint.id)
      else if (stored.cursor < cursor) await keepFrom(stored)
    },
  }
}
