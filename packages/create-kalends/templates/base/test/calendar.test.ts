import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalendar } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { createApp } from '../calendar/app.ts'
import { addDemoData } from '../calendar/demo-data.ts' //? demo-data

const environment = {
  PUBLIC_URL: 'http://127.0.0.1:3000',
  //? session
  EDITOR_PASSWORD: 'a password of the tests',
  SESSION_SECRET: 'a secret of the tests',
  //? end
}
const choir = { title: 'Choir', startDate: '2199-05-31 19:30', endDate: '2199-05-31 21:00', venues: { name: 'Town Hall' } }
const events = 'http://127.0.0.1:3000/api/calendar/events/v1/events'

test('the page has the events that are coming, with time and place', async () => {
  const calendar = createCalendar({ store: memoryStore() })
  await calendar.events.create(choir)
  await calendar.events.create({ title: 'Long ago', startDate: '1999-05-31 19:30', endDate: '1999-05-31 21:00' })
  const [first, ...others] = await createApp(calendar, environment).comingEvents()
  assert.equal(first?.title, 'Choir')
  assert.equal(first?.where, 'Town Hall')
  assert.match(first?.when ?? '', /May 31, 2199/)
  assert.deepEqual(others, [])
})

test('the interface lists events for programs, and for subscriptions', async () => {
  const calendar = createCalendar({ store: memoryStore() })
  await calendar.events.create(choir)
  const { api } = createApp(calendar, environment)
  const list = await api(new Request(`${events}?start_date=2199-05-01&end_date=2199-06-30`))
  assert.equal((await list.json()).events[0].title, 'Choir')
  assert.match(await (await api(new Request(`${events}.ics?start_date=2199-05-01&end_date=2199-06-30`))).text(), /SUMMARY:Choir/)
})

test('visitors cannot write', async () => {
  const { api } = createApp(createCalendar({ store: memoryStore() }), environment)
  const body = JSON.stringify({ title: 'Choir', start_date: '2199-05-31 19:30', end_date: '2199-05-31 21:00' })
  const answer = await api(new Request(events, { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
  assert.equal(answer.status, 401)
})
//? demo-data

test('demo data fills an empty calendar, once', async () => {
  const calendar = createCalendar({ store: memoryStore() })
  await addDemoData(calendar)
  const count = await calendar.events.count()
  assert.ok(count > 5)
  await addDemoData(calendar)
  assert.equal(await calendar.events.count(), count)
})
//? end
