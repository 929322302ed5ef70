import type { Kind } from '@kalends/core/store'
import type { JsonObject, JsonValue } from '@kalends/fetch'
import { isObject } from '@kalends/fetch/internal'

/** Members that responses of that service do not have. */
export const omittedMembers: Readonly<Record<Kind, readonly string[]>> = {
  event: ['uid', 'event_status', 'event_status_reason', 'previous_start_date', 'attendance_mode', 'online_url', 'recurrence', 'version'],
  venue: ['rest_url', 'uid', 'version', 'exclusive'],
  organizer: ['rest_url', 'uid', 'version'],
  category: ['version'],
  tag: ['version'],
}

/** Members of venues and organizers that are left out when they are empty; no record of that service has `custom_fields` but events. */
export const sparseMembers: readonly string[] = [
  ...['description', 'excerpt', 'slug', 'image', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website'],
  ...['stateprovince', 'geo_lat', 'geo_lng', 'email', 'custom_fields'],
]

/** The names of taxonomies. */
export const taxonomies = { category: 'tribe_events_cat', tag: 'post_tag' } as const

/** The records that a member of a record links: it can be one record or a list. */
export const linkedRecords = (value: JsonValue | undefined): readonly JsonObject[] =>
  [value ?? []].flat().filter((item): item is JsonObject => isObject(item))
