import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { expect, test } from 'vitest'
import { CalendarObject } from '../durable-object.ts'

/** The state of an object over the SQLite of Node. The runtime's own is in tests/workerd. */
function createState() {
  const database = new DatabaseSync(':memory:')
  const exec = (text: string, ...values: readonly unknown[]) => {
    const statement = database.prepare(text)
    // The dialect passes what the database stores.
    const rows = statement.all(...(values as readonly SQLInputValue[]))
    return { columnNames: statement.columns().map(({ name }) => name), toArray: () => rows }
  }
  const storage = {
    sql: { exec },
    transaction: <T>(work: (transaction: { rollback(): void }) => Promise<T>) => work({ rollback: () => {} }),
    getAlarm: async () => 1,
    setAlarm: async () => {},
  }
  let ready: Promise<unknown> = Promise.resolve()
  const blockConcurrencyWhile = <T>(work: () => Promise<T>): Promise<T> => {
    const done = work()
    ready = done
    return done
  }
  return { state: { storage, blockConcurrencyWhile }, ready: () => ready }
}

test.each([
  ['a', 'a', 201],
  ['a', 'b', 401],
  ['a', 'undefined', 401],
  [undefined, 'undefined', 401],
  [undefined, '', 401],
])('with the key %s, a caller with %s gets %i', async (key, given, status) => {
  const { state, ready } = createState()
  const CALENDARS = { idFromName: String, get: () => object }
  const object = new CalendarObject(state, { CALENDARS, NAMES: 'north', PUBLIC_URL: 'https://calendars.example', EDITOR_KEY: key })
  await ready()
  const headers = { authorization: `Bearer ${given}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ title: 'Choir', start_date: '2031-05-31 19:30', end_date: '2031-05-31 21:00' })
  const url = 'https://calendars.example/north/calendar/events/v1/events'
  expect((await object.fetch(new Request(url, { method: 'POST', headers, body }))).status).toBe(status)
})

test('an object that its alarm has started answers the requests that come next', async () => {
  const { state, ready } = createState()
  const CALENDARS = { idFromName: String, get: () => object }
  const object = new CalendarObject(state, { CALENDARS, NAMES: 'north', PUBLIC_URL: 'https://calendars.example' })
  await ready()
  await object.alarm()
  const response = await object.fetch(new Request('https://calendars.example/north/calendar/events/v1/events'))
  expect([response.status, (await response.json()).rest_url]).toEqual([200, expect.stringContaining('https://calendars.example/north/')])
})
