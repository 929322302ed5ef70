import type { AccessName } from './settings.ts'

/** A command to try in a terminal. */
export interface CurlExample {
  /** What the command does. */
  readonly text: string
  /** The command line. */
  readonly command: string
}

/**
 * The first requests to try, as far as `ACCESS` permits them.
 * @param options.root the URL of the interface
 * @param options.today `YYYY-MM-DD`
 */
export function curlExamples(options: {
  readonly root: string
  readonly access: AccessName
  readonly today: string
}): readonly CurlExample[] {
  const { root, access, today } = options
  const signIn = access === 'demo' ? " \\\n  -H 'Authorization: Bearer demo-editor'" : ''
  const send = (method: string, path: string, body: object): string =>
    `curl -X ${method} ${root}/${path}${signIn} \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'`
  const year = Number(today.slice(0, 4)) + 1
  // The year after a leap year has no 29 February.
  const nextYear = `${year}${today.slice(4).replace('-02-29', '-02-28')}`
  const evening = { title: 'Choir Evening', start_date: `${year}-05-31 19:30`, end_date: `${year}-05-31 21:00`, timezone: 'Europe/Berlin' }
  const reading: readonly CurlExample[] = [
    {
      text: 'List the events of a year that belong to a category',
      command: `curl '${root}/events?start_date=${today}&end_date=${nextYear}&categories=music'`,
    },
    { text: 'Subscribe in a calendar program, or read it as iCalendar', command: `curl ${root}/events.ics` },
    { text: 'Read the places as GeoJSON', command: `curl ${root}/venues.geojson` },
    {
      text: 'List the events for beginners, by a field that this service declares',
      command: `curl -g '${root}/events?custom_fields[level]=beginner'`,
    },
    { text: 'Search', command: `curl '${root}/events?search=market'` },
    { text: 'List the single events, and the next date of each that repeats', command: `curl '${root}/events?recurring=next'` },
  ]
  const writing: readonly CurlExample[] = [
    {
      text: 'Create an event, with a venue and a category',
      command: send('POST', 'events', { ...evening, categories: 'Music', venue: { venue: 'Town Hall' } }),
    },
    { text: 'Read it by its slug', command: `curl ${root}/events/by-slug/choir-evening${signIn}` },
    { text: 'Change it', command: send('PATCH', 'events/by-slug/choir-evening', { cost: '€12' }) },
    { text: 'Put it into the trash', command: `curl -X DELETE ${root}/events/by-slug/choir-evening${signIn}` },
    { text: 'Delete it for good', command: `curl -X DELETE '${root}/events/by-slug/choir-evening__trashed?force=true'${signIn}` },
    {
      text: 'Create an event that repeats every week, ten times',
      command: send('POST', 'events', { ...evening, title: 'Chess Evening', recurrence: 'FREQ=WEEKLY;COUNT=10' }),
    },
  ]
  return access === 'read-only' ? reading : [...writing, ...reading]
}
