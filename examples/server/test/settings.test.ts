import { de } from '@kalends/fetch/messages/de'
import { en } from '@kalends/fetch/messages/en'
import { es } from '@kalends/fetch/messages/es'
import { fr } from '@kalends/fetch/messages/fr'
import { describe, expect, test } from 'vitest'
import { readSettings } from '../settings.ts'

describe('settings', () => {
  test('are complete without any variable', async () => {
    const { databaseUrl, ...rest } = await readSettings({})
    expect(databaseUrl.replaceAll('\\', '/')).toMatch(/examples\/server\/data\/kalends\.sqlite$/)
    expect(rest).toEqual({
      host: '127.0.0.1',
      port: 3000,
      store: 'sqlite',
      compatibility: 'none',
      basePath: '',
      namespace: 'calendar/events/v1',
      languages: { de, es, fr },
      timeZone: 'UTC',
      maxPerPage: 100,
      forms: false,
      access: 'open',
      hosts: ['localhost'],
      isAnyHostByDefault: false,
      corsOrigins: [],
      demo: true,
    })
  })

  test.each([
    [
      { HOST: '::1', PORT: '0' },
      { host: '::1', port: 0 },
    ],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ PORT: ' 8080 ' }, { port: 8080 }],
    [{ PORT: '' }, { port: 3000 }],
    [
      { STORE: 'memory', DATABASE_URL: 'postgres://elsewhere/db' },
      { store: 'memory', databaseUrl: '' },
    ],
    [{ DATABASE_URL: ':memory:' }, { databaseUrl: ':memory:' }],
    [
      { STORE: 'pglite', DATABASE_URL: '/tmp/pg' },
      { store: 'pglite', databaseUrl: '/tmp/pg' },
    ],
    [{ STORE: 'postgres', DATABASE_URL: 'postgresql://u@h/db' }, { databaseUrl: 'postgresql://u@h/db' }],
    [{ STORE: 'mysql', DATABASE_URL: 'mariadb://u@h/db' }, { databaseUrl: 'mariadb://u@h/db' }],
    [
      { BASE_PATH: '/wp-json', NAMESPACE: 'tribe/events/v1' },
      { basePath: '/wp-json', namespace: 'tribe/events/v1' },
    ],
    [{ BASE_PATH: '/' }, { basePath: '' }],
    [{ COMPATIBILITY: '' }, { compatibility: 'none', basePath: '', namespace: 'calendar/events/v1', maxPerPage: 100 }],
    [
      { COMPATIBILITY: 'the-events-calendar' },
      { compatibility: 'the-events-calendar', basePath: '/wp-json', namespace: 'tribe/events/v1', maxPerPage: 100, forms: true },
    ],
    [
      { COMPATIBILITY: 'the-events-calendar', FORMS: '0' },
      { compatibility: 'the-events-calendar', forms: false },
    ],
    [
      { COMPATIBILITY: 'the-events-calendar', BASE_PATH: '/', NAMESPACE: 'events', MAX_PER_PAGE: '10' },
      { compatibility: 'the-events-calendar', basePath: '', namespace: 'events', maxPerPage: 10 },
    ],
    [{ BASE_PATH: '/a/b/' }, { basePath: '/a/b' }],
    [{ LANGUAGES: '' }, { languages: {} }],
    [{ LANGUAGES: 'fr, en' }, { languages: { fr, en } }],
    [{ HOST: '0.0.0.0' }, { hosts: '*', isAnyHostByDefault: true }],
    [{ HOST: '192.168.1.20' }, { hosts: '*', isAnyHostByDefault: true }],
    [{ HOST: 'localhost' }, { hosts: ['localhost'], isAnyHostByDefault: false }],
    [{ HOST: '::1' }, { hosts: ['localhost'], isAnyHostByDefault: false }],
    [
      { HOST: '0.0.0.0', HOSTS: 'a.example, b.example' },
      { hosts: ['a.example', 'b.example'], isAnyHostByDefault: false },
    ],
    [{ HOSTS: '*' }, { hosts: '*', isAnyHostByDefault: false }],
    [{ CORS: '*' }, { corsOrigins: '*' }],
    [{ CORS: 'https://a.example, http://localhost:5173' }, { corsOrigins: ['https://a.example', 'http://localhost:5173'] }],
    [{ TIME_ZONE: 'Europe/Berlin' }, { timeZone: 'Europe/Berlin' }],
    [
      { MAX_PER_PAGE: '500', FORMS: '1', ACCESS: 'demo', DEMO: '0' },
      { maxPerPage: 500, forms: true, access: 'demo', demo: false },
    ],
  ])('are read: %o', async (environment, expected) => {
    expect(await readSettings(environment as unknown as Record<string, string>)).toMatchObject(expected)
  })

  test.each([
    ['HOST', 'a b'],
    ['HOST', 'http://127.0.0.1'],
    ['HOST', '[::1'],
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['STORE', 'SQLite'],
    ['STORE', 'constructor'],
    ['DATABASE_URL', 'postgres://h/db'],
    ['COMPATIBILITY', 'wordpress'],
    ['COMPATIBILITY', 'constructor'],
    ['BASE_PATH', 'wp-json'],
    ['BASE_PATH', '/a//b'],
    ['BASE_PATH', '/a/../b'],
    ['BASE_PATH', '/ä'],
    ['NAMESPACE', '/calendar'],
    ['NAMESPACE', 'a?b'],
    ['LANGUAGES', 'de,xx'],
    ['LANGUAGES', '../en'],
    ['LANGUAGES', 'de,,fr'],
    ['LANGUAGES', 'constructor'],
    ['TIME_ZONE', 'Mars/Base'],
    ['TIME_ZONE', 'constructor'],
    ['MAX_PER_PAGE', '0'],
    ['MAX_PER_PAGE', '10001'],
    ['MAX_PER_PAGE', '1e3'],
    ['FORMS', 'true'],
    ['ACCESS', 'public'],
    ['HOSTS', 'a.example:80'],
    ['HOSTS', 'a.example,*'],
    ['HOSTS', 'http://a.example'],
    ['CORS', 'a.example'],
    ['CORS', 'https://a.example/'],
    ['CORS', 'https://a.example,*'],
    ['DEMO', '2'],
  ])('are refused with the name of the variable: %s=%s', async (name, value) => {
    const attempt = readSettings({ [name]: value })
    await expect(attempt).rejects.toThrow(`${name} cannot be ${JSON.stringify(value)}: give `)
    await expect(attempt).rejects.toThrow(/^[^\n]+\.$/)
  })

  test.each([
    ['postgres', undefined, '""'],
    ['mysql', undefined, '""'],
    ['postgres', 'mysql://u:geheim@h/db', '"mysql://u:***@h/db"'],
    ['mysql', './file.sqlite', '"./file.sqlite"'],
    ['pglite', 'postgres://u:geheim@h/db', '"postgres://u:***@h/db"'],
    ['postgres', 'postgres://u:geheim@h:port/db', '"postgres://u:***@h:port/db"'],
  ])('are refused without the address that %s needs, and no error shows a password', async (store, address, shown) => {
    const attempt = readSettings({ STORE: store, DATABASE_URL: address })
    await expect(attempt).rejects.toThrow(`DATABASE_URL cannot be ${shown}: give `)
    await expect(attempt).rejects.toThrow(`as STORE is ${store}.`)
  })
})
