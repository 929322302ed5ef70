/** All tables, those with links first. */
export const tables = [
  'event_venues',
  'event_organizers',
  'event_terms',
  'event_fields',
  'venue_fields',
  'organizer_fields',
  'term_fields',
  'term_ancestors',
  'event_counts',
  'name_locks',
  'requests',
  'revisions',
  'events',
  'venues',
  'organizers',
  'terms',
]
