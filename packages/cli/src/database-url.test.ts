import { expect, test } from 'vitest'
import { nameOf, readDatabaseUrl, withoutPassword } from './database-url.ts'

test.each([
  ['sqlite:calendar.db', { engine: 'sqlite', path: 'calendar.db' }],
  ['sqlite:///var/lib/calendar.db', { engine: 'sqlite', path: '/var/lib/calendar.db' }],
  ['sqlite:C:\\data\\calendar.db', { engine: 'sqlite', path: 'C:\\data\\calendar.db' }],
  ['SQLite::memory:', { engine: 'sqlite', path: ':memory:' }],
  ['postgresql://town@db/town', { engine: 'postgres', url: 'postgresql://town@db/town' }],
  ['mariadb://town@db/town', { engine: 'mysql', url: 'mysql://town@db/town' }],
])('%s is an address', (text, address) => {
  expect(readDatabaseUrl(text, undefined)).toEqual(address)
  expect(readDatabaseUrl(undefined, ` ${text} `)).toEqual(address)
  expect(readDatabaseUrl(text, 'mysql://other')).toEqual(address)
})

test.each(['', 'calendar.db', 'sqlite:', 'postgres:town', 'https://db/town'])('%j is none', (text) => {
  expect(() => readDatabaseUrl(undefined, text)).toThrow(/DATABASE_URL/)
})

test('messages have no passwords', () => {
  expect(nameOf({ engine: 'postgres', url: 'postgres://town:secret@db/town' })).toBe('The database postgres://town:***@db/town')
  expect(withoutPassword('no address :secret@db')).not.toContain('secret')
})
