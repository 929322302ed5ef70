/** All tables, those with links first. */
export const tables = [
  'event_venues',
  'event_organizers',
  'event_terms',
  'term_ancestors',
  'event_counts',
  'name_locks',
  'changes',
  'events',
  'venues',
  'organizers',
  'terms',
]
