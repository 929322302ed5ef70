import type { EventRecord, StoredStatus } from '../../../store/records.ts'
import { trashedSlug, untrashedSlug } from '../../../text/slug.ts'
import { overriddenWith } from './overrides.ts'

/** The members that a change of the status sets. */
type State = Pick<EventRecord, 'status' | 'statusBeforeTrash' | 'slug'>

/** An event in another status. In the trash its slug has a suffix, so that the original one is free. */
export function toStatus(event: State, status: StoredStatus): State {
  const [wasTrashed, isTrashed] = [event.status === 'trash', status === 'trash']
  if (wasTrashed === isTrashed) return { status, statusBeforeTrash: event.statusBeforeTrash, slug: event.slug }
  return isTrashed
    ? { status, statusBeforeTrash: event.status, slug: trashedSlug(event.slug) }
    : { status, statusBeforeTrash: null, slug: untrashedSlug(event.slug) }
}

/**
 * An occurrence after its series has changed its status. In the trash `overridden` tells how an occurrence got there: it contains `status`
 * if the occurrence was put there by itself, and then the occurrence stays there when its series is restored. An occurrence that goes there
 * with its series loses it, and gets it back when the series is restored, if its former status was its own.
 */
export function followStatus(row: EventRecord, before: EventRecord, next: EventRecord): EventRecord {
  if (before.status === next.status) return row
  if (next.status === 'trash') {
    if (row.status === 'trash') return row
    return { ...row, ...toStatus(row, 'trash'), overridden: overriddenWith(row, { remove: ['status'] }) }
  }
  if (row.overridden.includes('status')) return row
  const own = before.status === 'trash' && row.statusBeforeTrash !== before.statusBeforeTrash ? row.statusBeforeTrash : null
  const status = own ?? next.status
  const add = status === next.status ? [] : (['status'] as const)
  return { ...row, ...toStatus(row, status), overridden: overriddenWith(row, { add }) }
}
