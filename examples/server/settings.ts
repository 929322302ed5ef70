import { allowAll, createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { cors } from '@kalends/fetch/cors'
import { hosts } from '@kalends/fetch/hosts'
import { memoryStore } from '@kalends/memory'
import { readDatabaseUrl } from './database-url.ts'
import { type Languages, readLanguages } from './languages.ts'
import { refuse } from './refusal.ts'
import { type StoreName, stores } from './store-names.ts'

const accesses = ['open', 'read-only', 'demo'] as const
const compatibilities = ['none', 'the-events-calendar'] as const
const switches = ['0', '1'] as const

/** The name of an access policy. */
export type AccessName = (typeof accesses)[number]

/** The settings of the server. */
export interface Settings {
  /** The address that it listens on. */
  readonly host: string
  /** Its port; 0 asks for any free one. */
  readonly port: number
  /** The store of the calendar. */
  readonly store: StoreName
  /** The path of a file or a folder, or the URL of a database server, as the store needs it. */
  readonly databaseUrl: string
  /** The service that clients were written for; `none` for Kalends. */
  readonly compatibility: (typeof compatibilities)[number]
  /** The path in front of the namespace. */
  readonly basePath: string
  /** The path of the routes below `basePath`. */
  readonly namespace: string
  /** The messages of the languages that have a base URL of their own. */
  readonly languages: Languages
  /** The zone of "today", of publication dates, and of events that name none. */
  readonly timeZone: string
  /** The largest page of a list. */
  readonly maxPerPage: number
  /** Whether form-encoded bodies are read too. */
  readonly forms: boolean
  /** The access policy. */
  readonly access: AccessName
  /** The host names that the server answers to, beside its own address and `localhost`; `*` for any. */
  readonly hosts: readonly string[] | '*'
  /** Whether `hosts` accepts any name because the server is open to a network and HOSTS is not set. */
  readonly isAnyHostByDefault: boolean
  /** The other origins whose pages may read responses in a browser; `*` for all. */
  readonly corsOrigins: readonly string[] | '*'
  /** Whether an empty store is filled with the demo data. */
  readonly demo: boolean
}

/** What clients of a service expect. */
interface Expected extends Pick<Settings, 'basePath' | 'namespace' | 'maxPerPage'> {
  /** The default of FORMS. */
  readonly forms: '0' | '1'
}

/** The default address, the largest page of a list, which MAX_PER_PAGE can only lower, and whether bodies may be forms. */
const expected: Readonly<Record<Settings['compatibility'], Expected>> = {
  none: { basePath: '', namespace: 'calendar/events/v1', maxPerPage: 10_000, forms: '0' },
  'the-events-calendar': { basePath: '/wp-json', namespace: 'tribe/events/v1', maxPerPage: 100, forms: '1' },
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the environment. A variable that is empty counts as not given, but for `LANGUAGES`, where it means none.
 * @throws an error whose message names the variable, its value and what is accepted
 */
export async function readSettings(environment: Environment): Promise<Settings> {
  const get = (name: string, fallback: string): string => environment[name]?.trim() || fallback
  const host = readHost(get('HOST', '127.0.0.1'))
  const hostNames = get('HOSTS', isLoopback(host) ? 'localhost' : '*')
  const store = oneOf('STORE', get('STORE', 'sqlite'), stores)
  const compatibility = oneOf('COMPATIBILITY', get('COMPATIBILITY', 'none'), compatibilities)
  const defaults = expected[compatibility]
  return {
    host,
    port: integer('PORT', get('PORT', '3000'), 0, 65_535),
    store,
    databaseUrl: readDatabaseUrl(store, get('DATABASE_URL', '')),
    compatibility,
    basePath: served(
      'BASE_PATH',
      get('BASE_PATH', defaults.basePath),
      (basePath) => ({ basePath }),
      'a path such as /wp-json, or nothing',
    ).replace(/\/$/, ''),
    namespace: served(
      'NAMESPACE',
      get('NAMESPACE', defaults.namespace),
      (namespace) => ({ namespace }),
      'a path such as calendar/events/v1',
    ),
    languages: await readLanguages(environment['LANGUAGES']?.trim() ?? 'de,es,fr'),
    timeZone: readTimeZone(get('TIME_ZONE', 'UTC')),
    maxPerPage: Math.min(integer('MAX_PER_PAGE', get('MAX_PER_PAGE', '100'), 1, 10_000), defaults.maxPerPage),
    forms: oneOf('FORMS', get('FORMS', defaults.forms), switches) === '1',
    access: oneOf('ACCESS', get('ACCESS', 'open'), accesses),
    hosts: readList(
      'HOSTS',
      hostNames,
      (names) => ({ use: [hosts(names)] }),
      'host names without a port, separated by commas, or * for any',
    ),
    isAnyHostByDefault: hostNames === '*' && get('HOSTS', '') === '',
    corsOrigins: readList(
      'CORS',
      get('CORS', ''),
      (origins) => ({ use: [cors({ origins })] }),
      'origins such as https://example.org, separated by commas, or * for all',
    ),
    demo: oneOf('DEMO', get('DEMO', '1'), switches) === '1',
  }
}

function oneOf<Word extends string>(name: string, value: string, words: readonly Word[]): Word {
  const word = words.find((known) => known === value)
  if (word === undefined) throw refuse(name, value, `one of ${words.join(', ')}`)
  return word
}

function integer(name: string, value: string, min: number, max: number): number {
  const number = /^[0-9]{1,6}$/.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max) return number
  throw refuse(name, value, `a whole number from ${min} to ${max}`)
}

function readHost(value: string): string {
  if (/^[A-Za-z0-9.:_-]+$/.test(value) && URL.canParse(`http://${value.includes(':') ? `[${value}]` : value}`)) return value
  throw refuse('HOST', value, 'a name or an address of this machine, such as 127.0.0.1')
}

/** Whether a host is a loopback address, which only this machine reaches. */
const isLoopback = (host: string): boolean => /^(?:127\.[0-9.]+|::1|localhost)$/i.test(host)

const toList = (text: string): readonly string[] => (text === '' ? [] : text.split(',').map((item) => item.trim()))

function readList(name: string, value: string, toOptions: (items: readonly string[]) => object, accepted: string): readonly string[] | '*' {
  if (value === '*') return '*'
  return toList(served(name, value, (text) => toOptions(toList(text)), accepted))
}

function readTimeZone(value: string): string {
  if (isAccepted(() => createCalendar({ store: memoryStore(), timeZone: value }))) return value
  throw refuse('TIME_ZONE', value, 'a time zone such as Europe/Berlin or UTC')
}

/** Returns the value if the handler accepts it: creates a handler with it. */
function served(name: string, value: string, toOptions: (value: string) => object, accepted: string): string {
  const calendar = createCalendar({ store: memoryStore() })
  if (isAccepted(() => createHandler(calendar, { access: allowAll(), ...toOptions(value) }))) return value
  throw refuse(name, value, accepted)
}

function isAccepted(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
