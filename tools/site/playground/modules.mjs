const entries = [
  ...['core', 'core/archive', 'core/format', 'fetch', 'fetch/cors', 'fetch/formats', 'fetch/fullcalendar', 'formats/atom', 'formats/csv'],
  ...['formats/geojson', 'formats/icalendar', 'formats/jsonfeed', 'formats/jsonld', 'formats/rss', 'memory', 'testing'],
]

/** The modules that a program can import, with the names of their files. */
export const moduleNames = Object.fromEntries(entries.map((entry) => [`@kalends/${entry}`, entry.replace('/', '-')]))
