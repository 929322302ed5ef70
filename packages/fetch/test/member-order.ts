import { eventFieldRows } from '../src/parameters/event-fields.ts'
import { organizerFieldRows } from '../src/parameters/organizer.ts'
import { venueFieldRows } from '../src/parameters/venue.ts'

/** The members of resources that interface.md names, in their order. */
export const memberOrder = {
  event:
    'id global_id global_id_lineage author status date date_utc modified modified_utc url rest_url title description excerpt slug image all_day start_date start_date_details end_date end_date_details utc_start_date utc_start_date_details utc_end_date utc_end_date_details timezone timezone_abbr cost cost_details website show_map show_map_link hide_from_listings sticky featured categories tags venue organizer post_parent custom_fields uid event_status previous_start_date attendance_mode online_url recurrence version event_status_reason',
  venue:
    'id global_id global_id_lineage author status date date_utc modified modified_utc url rest_url venue description excerpt slug image address city country province state zip phone website stateprovince show_map show_map_link geo_lat geo_lng uid custom_fields version exclusive',
  organizer:
    'id global_id global_id_lineage author status date date_utc modified modified_utc url rest_url organizer description excerpt slug image phone website email uid custom_fields version',
} as const

const rows = { event: eventFieldRows, venue: venueFieldRows, organizer: organizerFieldRows }

/** The members of a resource in their order, without plain fields that `memberOrder` does not name: these may stand anywhere. */
export function membersOf(kind: keyof typeof memberOrder, resource: object): string {
  const named = memberOrder[kind].split(' ')
  const plain = Object.values(rows[kind]).map(({ name }) => name)
  return Object.keys(resource)
    .filter((member) => named.includes(member) || !plain.includes(member))
    .join(' ')
}
