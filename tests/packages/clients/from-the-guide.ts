import createClient from 'openapi-fetch'
import type { components, paths } from './calendar.d.ts'

const client = createClient<paths>({ baseUrl: process.argv[2] ?? 'http://127.0.0.1:3000' }) // headers: { authorization: 'Bearer ...' }
const events = '/calendar/events/v1/events'

const created = await client.POST(events, {
  body: { title: 'Choir Evening', start_date: '2031-05-31 19:30', end_date: '2031-05-31 21:00', venue: { venue: 'Town Hall' } },
})
if (created.data === undefined) throw new Error(created.error.code)

const changed = await client.PATCH(`${events}/{id}`, {
  params: { path: { id: created.data.id }, header: { 'If-Match': created.response.headers.get('etag') ?? '' } },
  body: { cost: '12' },
})
console.log(changed.response.status, changed.error?.code)

const lineOf = ({ start_date, title }: components['schemas']['Event']): string => `${start_date} ${title}`
const { data } = await client.GET(events, { params: { query: { starts_after: '2031-05-01', status: ['publish'], per_page: 5 } } })
console.log(data?.events.map(lineOf))

const faulty = await client.POST(events, { body: { title: '', start_date: '2031-02-30', end_date: '2031-03-01' } })
console.log(faulty.error?.code, faulty.error?.data.params)
