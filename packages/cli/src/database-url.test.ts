import { expect, test } from 'vitest'
import { nameOf, readDatabaseUrl, withoutPassword } from './database-url.ts'

test.each([
  ['sqlite:calendar.db', { engine: 'sqlite', place: 'calendar.db', isFile: true }],
  ['sqlite:///var/lib/calendar.db', { engine: 'sqlite', place: '/var/lib/calendar.db', isFile: true }],
  ['sqlite:C:\\data\\calendar.db', { engine: 'sqlite', place: 'C:\\data\\calendar.db', isFile: true }],
  ['SQLite::memory:', { engine: 'sqlite', place: ':memory:', isFile: true }],
  ['postgresql://town@db/town', { engine: 'postgres', place: 'postgresql://town@db/town', isFile: false }],
  ['mariadb://town@db/town', { engine: 'mysql', place: 'mysql://town@db/town', isFile: false }],
])('%s is an address', (text, address) => {
  expect(readDatabaseUrl(text, undefined)).toEqual(address)
  expect(readDatabaseUrl(undefined, ` ${text} `)).toEqual(address)
  expect(readDatabaseUrl(text, 'mysql://other')).toEqual(address)
})

test.each(['', 'calendar.db', 'sqlite:', 'postgres:town', 'https://db/town'])('%j is none', (text) => {
  expect(() => readDatabaseUrl(undefined, text)).toThrow(/DATABASE_URL/)
})

test('messages have no passwords', () => {
  expect(nameOf({ engine: 'postgres', place: 'postgres://town:secret@db/town', isFile: false })).toBe(
    'The database postgres://town:***@db/town',
  )
})

test.each([
  ['postgres://town:se/cret@db/town', 'postgres://town:***@db/town'],
  ['postgres://town:12/secret@db/town', 'postgres://town:***@db/town'],
  ['postgres://town:se@cret@db/town', 'postgres://town:***@db/town'],
  ['postgres://db/town?user=town&password=secret&x=1', 'postgres://db/town?user=town&password=***&x=1'],
  ['no address :secret@db', 'no address :***@db'],
  ['postgres://town@db:5432/town', 'postgres://town@db:5432/town'],
])('%s is shown as %s', (address, shown) => {
  expect(withoutPassword(address)).toBe(shown)
})
