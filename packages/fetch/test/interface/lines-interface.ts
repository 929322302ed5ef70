import type { Line } from './line.ts'

const fields: Readonly<Record<string, string>> = {
  '2.1 event':
    'title start_date end_date author date date_utc description slug excerpt status timezone all_day image cost website show_map show_map_link hide_from_listings sticky featured categories tags venue organizer',
  '2.2 venue':
    'venue author date date_utc description status show_map show_map_link address city country province state zip phone stateprovince website image',
  '2.3 organizer': 'organizer author date date_utc description status phone website email image',
  '2.4 category': 'name description slug parent',
  '2.5 tag': 'name description slug',
}

const parameters: Readonly<Record<string, string>> = {
  '4.2 root': 'namespace context',
  '4.5 events':
    'page per_page start_date end_date search categories tags venue organizer featured status geoloc geoloc_lat geoloc_lng include post_parent',
  '4.6 venues': 'page per_page search event has_events only_with_upcoming status',
  '4.7 organizers': 'page per_page search event has_events only_with_upcoming status',
  '4.8 categories': 'page per_page search exclude include order orderby hide_empty parent post event slug',
  '4.9 tags': 'page per_page search exclude include order orderby hide_empty post event slug',
}

/** The lines of the route table, each with its methods. */
export const routeLines: readonly { readonly path: string; readonly methods: readonly string[] }[] = [
  { path: '', methods: ['GET'] },
  { path: '/doc', methods: ['GET'] },
  ...['events', 'venues', 'organizers', 'categories', 'tags'].flatMap((list) => [
    { path: `/${list}`, methods: ['GET'] },
    { path: `/${list}`, methods: ['POST'] },
    ...[`/${list}/{id}`, ...(list === 'categories' || list === 'tags' ? [] : [`/${list}/by-slug/{slug}`])].flatMap((path) => [
      { path, methods: ['GET'] },
      { path, methods: ['POST', 'PUT', 'PATCH'] },
      { path, methods: ['DELETE'] },
    ]),
  ]),
]

/** The id of a line of the route table. */
export const routeId = (path: string, methods: readonly string[]): string =>
  `interface-4.1-${methods[0]?.toLowerCase()}${path === '' ? '-root' : path.replace(/[/{}]+/g, '-').replace(/-$/, '')}`

function eachName(table: Readonly<Record<string, string>>, describe: (name: string, of: string) => string): readonly Line[] {
  return Object.entries(table).flatMap(([key, names]) => {
    const [section = '', of = ''] = key.split(' ')
    return names.split(' ').map((name) => ({ id: `interface-${section}-${name}`, line: describe(name, of) }))
  })
}

const sentences: Readonly<Record<string, string>> = {
  '1-kinds': 'events, venues, organizers, categories and tags are stored and served',
  '1-events': 'events are listed with filters, read by id and by slug, created, updated, deleted',
  '1-parties': 'venues and organizers have the same routes as events',
  '1-terms': 'terms are listed, read by id, created, updated, deleted, and have no slug route',
  '1-links': 'events link venues and organizers',
  '1-root-doc': 'a root route describes the namespace, a doc route the interface',
  '1-prefix': 'every path begins with calendar/events/v1',
  '1-languages': 'a base URL with a language prefix has the same routes, and only descriptions differ',
  '2-strings': 'publication dates and event times are strings',
  '3-status': 'events, venues and organizers have a status',
  '4-paths': 'an id matches digits only, a slug any non-empty text without a slash',
  '4.3-id': 'the path parameter id is an integer and required',
  '4.3-slug': 'the path parameter slug is required, but optional on updates of events by slug',
  '4.4-methods': 'POST, PUT and PATCH on an item take the same payload',
  '4.4-optional': 'on update every field is optional',
  '4.4-path': 'on update the path identifies the record',
  '4.4-all-day': 'on event update all_day has the default false',
  '5-open': 'the interface itself requires no credentials',
  '6-outbound': 'there are no routes for notifications: an event is always a calendar event',
  '7-required': 'required fields must be present on create',
  '7-geoloc': 'geoloc_lat and geoloc_lng are given together',
  '8-per-page': 'the default page size is 35 for all five kinds',
  '8-page': 'the default page is 1',
  '9-prefix': 'the version is part of the path prefix',
  '9-root': 'the root route names the namespace',
  '9-language': 'a base URL with a language prefix has the same version and routes',
}

/** The lines of interface.md. */
export const interfaceLines: readonly Line[] = [
  ...eachName(fields, (name, of) => `the field \`${name}\` of ${of === 'event' || of === 'organizer' ? 'an' : 'a'} ${of}`).map(
    (line) => line,
  ),
  ...routeLines.map(({ path, methods }) => ({
    id: routeId(path, methods),
    line: `${methods.join(', ')} \`${path === '' ? '(the namespace)' : path}\``,
  })),
  ...eachName(parameters, (name, of) => `the parameter \`${name}\` of ${of === 'root' ? 'the root' : `the list of ${of}`}`),
  ...Object.entries(sentences).map(([id, line]) => ({ id: `interface-${id}`, line })),
]
