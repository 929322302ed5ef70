import type { EventRecord, StoredStatus } from '../../../../store/records.ts'
import { trashedSlug, untrashedSlug } from '../../../../text/slug.ts'
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
 * An occurrence after a change of its series' status. An occurrence that was trashed alone has `status` in `overridden`, and stays in the trash
 * when its series is restored. An occurrence that is trashed with its series has no `status` in `overridden`. When the series is restored, the
 * occurrence gets the status of the series, or its own former status if that was another one; then `overridden` has `status` again.
 */
export function followStatus(row: EventRecord, before: EventRecord, next: EventRecord): EventRecord {
  if (before.status === next.status || row.status === 'deleted') return row
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
