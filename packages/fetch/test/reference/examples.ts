import { allowAll, createCalendar } from '@kalends/core'
import type { Format } from '@kalends/core/format'
import { sanitizeHtml } from '@kalends/core/sanitize-html'
import { memoryStore } from '@kalends/memory'
import { fixedClock, seedSeason } from '@kalends/testing'
import { formats as useFormats } from '../../src/formats.ts'
import { createHandler, type Handler } from '../../src/index.ts'
import { withStandard } from '../support.ts'
import { formats } from './formats.ts'
import { byName, differing, format, only, whole, withoutEmpty } from './shown.ts'

/** A request of the reference. */
interface Example {
  /** The path below the namespace. */
  readonly path: string
  /** The body, if any. */
  readonly body?: object
  /** Selects the part of the response that is shown. */
  readonly show: (answer: unknown) => unknown
  /** The record before the request, if the response is shown as a difference from it. */
  readonly before?: string
  /** An update of that path before the request. */
  readonly earlier?: readonly [path: string, body: object]
}

/** The season's ids, which are the same in every run. */
const quintet = '/events/39'
const hall = '/venues/1'
const choir = '/organizers/2'
const jazz = '/categories/4'
const night = '/tags/23'

const change = (path: string, body: object, before = path): Example => ({ path, body, before, show: whole })
const history = (path: string, body: object): Example => ({ path: `${path}/history`, earlier: [path, body], show: whole })
const revert = (path: string, body: object): Example => ({ path: `${path}/revert?to=1`, earlier: [path, body], before: path, show: whole })
const remove = (path: string, before = path): Example => ({ path, before, show: whole })

const evening = {
  title: 'Choir Evening',
  start_date: '2031-06-28 19:30',
  end_date: '2031-06-28 21:00',
  timezone: 'Europe/Berlin',
  description: '<p>Songs of <em>summer</em>.</p>',
  cost: '€12',
  categories: 'Music',
  tags: ['free-parking'],
  venue: 3,
  organizer: [{ organizer: 'Choral Society 1862' }, { organizer: 'Parish of St Martin', email: 'parish@example.org' }],
}

/** One request for each operation, by method and path; PATCH is the example for updates, which are also PUT and POST. */
export const examples: Readonly<Record<string, Example>> = {
  'GET ': { path: '', show: (answer) => only(['namespace'], '`routes`: every path with its methods and arguments')(answer) },
  'GET /doc': { path: '/doc', show: only(['openapi', 'info', 'servers'], '`tags`, `paths` and `components`') },
  'GET /changes': { path: '/changes', show: whole },

  'GET /events': { path: '/events?categories=music&starts_after=2031-07-01&per_page=2', show: byName },
  'POST /events': { path: '/events', body: evening, show: withoutEmpty },
  'GET /events/{id}/history': history(quintet, { title: 'Brass Quintet' }),
  'POST /events/{id}/revert': revert(quintet, { title: 'Brass Quintet' }),
  'GET /events/{id}': { path: quintet, show: whole },
  'PATCH /events/{id}': change(quintet, { cost: '€25', tags: ['night', 'outdoors'], all_day: false }),
  'DELETE /events/{id}': remove(quintet),
  'GET /events/by-slug/{slug}': { path: '/events/by-slug/quintet-by-candlelight', before: quintet, show: whole },
  'PATCH /events/by-slug/{slug}': change('/events/by-slug/quintet-by-candlelight', { start_date: '2031-07-25 20:30' }, quintet),
  'DELETE /events/by-slug/{slug}': remove('/events/by-slug/quintet-by-candlelight?force=true', quintet),
  'GET /events/{id}/explain': { path: `${quintet}/explain?categories=sport&search=candlelight&end_date=2031-07-01`, show: whole },
  'GET /events/counts': { path: '/events/counts?by=category,month&start_date=2031-07-01&end_date=2031-07-31', show: whole },
  'GET /free-busy': { path: '/free-busy?venue=1,2&start=2031-07-01&end=2031-07-07', show: whole },
  'GET /events/fullcalendar': {
    path: '/events/fullcalendar?start=2031-07-01&end=2031-08-01&timeZone=Europe/Berlin&include=39',
    show: whole,
  },

  'GET /venues': { path: '/venues?has_events=true&orderby=name&per_page=2', show: byName },
  'POST /venues': {
    path: '/venues',
    body: { venue: 'Boat House', city: 'Quellbrunn', geo_lat: 50.7331, geo_lng: 10.5919 },
    show: withoutEmpty,
  },
  'GET /venues/{id}/history': history(hall, { phone: '+49 30 23125 120' }),
  'POST /venues/{id}/revert': revert(hall, { phone: '+49 30 23125 120' }),
  'GET /venues/{id}': { path: hall, show: whole },
  'PATCH /venues/{id}': change(hall, { phone: '+49 30 23125 120' }),
  'DELETE /venues/{id}': remove(hall),
  'GET /venues/by-slug/{slug}': { path: '/venues/by-slug/town-hall', before: hall, show: whole },
  'PATCH /venues/by-slug/{slug}': change('/venues/by-slug/town-hall', { slug: 'rathaus' }, hall),
  'DELETE /venues/by-slug/{slug}': remove('/venues/by-slug/town-hall', hall),

  'GET /organizers': { path: '/organizers?event=39', show: byName },
  'POST /organizers': { path: '/organizers', body: { organizer: 'Rowing Club', email: 'rowing@example.org' }, show: withoutEmpty },
  'GET /organizers/{id}/history': history(choir, { website: 'https://example.org/choir' }),
  'POST /organizers/{id}/revert': revert(choir, { website: 'https://example.org/choir' }),
  'GET /organizers/{id}': { path: choir, show: whole },
  'PATCH /organizers/{id}': change(choir, { website: 'https://example.org/choir' }),
  'DELETE /organizers/{id}': remove(choir),
  'GET /organizers/by-slug/{slug}': { path: '/organizers/by-slug/choral-society-1862', before: choir, show: whole },
  'PATCH /organizers/by-slug/{slug}': change('/organizers/by-slug/choral-society-1862', { status: 'draft' }, choir),
  'DELETE /organizers/by-slug/{slug}': remove('/organizers/by-slug/choral-society-1862?force=true', choir),

  'GET /categories': { path: '/categories?orderby=count&order=desc&per_page=2', show: byName },
  'POST /categories': { path: '/categories', body: { name: 'Rowing', parent: 13 }, show: withoutEmpty },
  'GET /categories/{id}/history': history(jazz, { description: '<p>And blues.</p>' }),
  'POST /categories/{id}/revert': revert(jazz, { description: '<p>And blues.</p>' }),
  'GET /categories/{id}': { path: jazz, show: whole },
  'PATCH /categories/{id}': change(jazz, { description: '<p>And blues.</p>' }),
  'DELETE /categories/{id}': remove(jazz),

  'GET /tags': { path: '/tags?search=night', show: byName },
  'POST /tags': { path: '/tags', body: { name: 'Bring a Towel' }, show: withoutEmpty },
  'GET /tags/{id}/history': history(night, { name: 'Late' }),
  'POST /tags/{id}/revert': revert(night, { name: 'Late' }),
  'GET /tags/{id}': { path: night, show: whole },
  'PATCH /tags/{id}': change(night, { name: 'Late' }),
  'DELETE /tags/{id}': remove(night),
}

/** An example with its response. */
export interface Sent {
  /** The request as a command. */
  readonly command: string
  /** The status of the response. */
  readonly status: number
  /** The shown part of its body. */
  readonly answer: string
}

/** Returns a function that sends an example to a new calendar with the demo season, forty minutes after the season was created. */
export async function prepareExamples(): Promise<{
  readonly handler: Handler
  /** The same service with formats. */
  readonly formatHandler: Handler
  send(key: string): Promise<Sent>
}> {
  const clock = fixedClock('2031-06-11T10:20:00Z')
  const season = memoryStore()
  await seedSeason(createCalendar({ store: season, clock, timeZone: 'Europe/Berlin', currency: 'EUR', sanitizeHtml }))
  clock.advance(40 * 60_000)
  const open = (formats: readonly Format[] = []): Handler => {
    const store = memoryStore({ snapshot: season.snapshot() })
    const calendar = createCalendar({ store, clock, timeZone: 'Europe/Berlin', currency: 'EUR', sanitizeHtml })
    return createHandler(calendar, { access: allowAll(), publicUrl: 'https://example.org', use: withStandard([useFormats(formats)]) })
  }
  const toUrl = (path: string): string => `https://example.org/calendar/events/v1${path}`
  const send = async (key: string): Promise<Sent> => {
    const example = examples[key]
    if (example === undefined) throw new Error(`there is no example of ${key}`)
    const [method = ''] = key.split(' ')
    const handler = open()
    const ofJson = (body: object): RequestInit => ({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
    if (example.earlier !== undefined) {
      const [path, body] = example.earlier
      await handler(new Request(toUrl(path), { method: 'PATCH', ...ofJson(body) }))
    }
    const before = example.before === undefined ? undefined : await (await handler(new Request(toUrl(example.before)))).json()
    const response = await handler(new Request(toUrl(example.path), { method, ...(example.body && ofJson(example.body)) }))
    const show = before === undefined ? example.show : differing(before)
    return { command: toCommand(method, example), status: response.status, answer: format(show(await response.json())) }
  }
  return { handler: open(), formatHandler: open(formats), send }
}

function toCommand(method: string, { path, body }: Example): string {
  const address = /[&?]/.test(path) ? `"$API${path}"` : `$API${path}`
  const verb = method === 'GET' ? '' : `-X ${method} `
  const data = body === undefined ? '' : ` -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'`
  return `curl ${verb}${address}${data}`
}
