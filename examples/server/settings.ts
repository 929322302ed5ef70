import { fileURLToPath } from 'node:url'

/** The stores that the server can keep its calendar in. */
export const stores = ['sqlite', 'memory', 'pglite', 'postgres', 'mysql'] as const

/** The rules that the server can apply. */
export const accesses = ['open', 'read-only', 'demo'] as const

/** What the server was asked for, read from the environment. */
export interface Settings {
  readonly host: string
  readonly port: number
  readonly store: (typeof stores)[number]
  readonly databaseUrl: string
  readonly basePath: string
  readonly namespace: string
  readonly languages: readonly string[]
  readonly timeZone: string
  readonly maxPerPage: number
  readonly forms: boolean
  readonly access: (typeof accesses)[number]
  readonly demo: boolean
}

/** A setting that cannot be used; its message is the whole explanation. */
export class SettingError extends Error {}

const folder = fileURLToPath(new URL('./data/', import.meta.url))

const defaultUrls: Record<Settings['store'], string> = {
  sqlite: `${folder}kalends.sqlite`,
  memory: '',
  pglite: `${folder}pglite`,
  postgres: 'postgres://postgres@127.0.0.1:5432/test',
  mysql: 'mysql://root@127.0.0.1:3306/test',
}

/**
 * Reads the environment; empty variables count as absent.
 * @throws SettingError naming the variable, the value and what is accepted
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const get = (name: string, fallback: string): string => env[name]?.trim() || fallback
  const store = oneOf('STORE', get('STORE', 'sqlite'), stores)
  return {
    host: get('HOST', '127.0.0.1'),
    port: integer('PORT', get('PORT', '3000'), 0, 65_535),
    store,
    databaseUrl: get('DATABASE_URL', defaultUrls[store]),
    basePath: matching('BASE_PATH', get('BASE_PATH', ''), /^(?:\/[A-Za-z0-9._~-]+)*$/, 'empty, or a path such as /wp-json'),
    namespace: matching(
      'NAMESPACE',
      get('NAMESPACE', 'calendar/events/v1'),
      /^[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/,
      'a path such as calendar/events/v1',
    ),
    languages: get('LANGUAGES', 'de,es,fr')
      .split(',')
      .map((language) => oneOf('LANGUAGES', language.trim(), ['en', 'de', 'es', 'fr'])),
    timeZone: get('TIME_ZONE', 'UTC'),
    maxPerPage: integer('MAX_PER_PAGE', get('MAX_PER_PAGE', '100'), 1, 10_000),
    forms: oneOf('FORMS', get('FORMS', '0'), ['0', '1']) === '1',
    access: oneOf('ACCESS', get('ACCESS', 'open'), accesses),
    demo: oneOf('DEMO', get('DEMO', '1'), ['0', '1']) === '1',
  }
}

const refused = (name: string, value: string, accepted: string): SettingError =>
  new SettingError(`${name} cannot be ${JSON.stringify(value)}: give ${accepted}.`)

function oneOf<Word extends string>(name: string, value: string, words: readonly Word[]): Word {
  const word = words.find((one) => one === value)
  if (word === undefined) throw refused(name, value, `one of ${words.join(', ')}`)
  return word
}

function integer(name: string, value: string, min: number, max: number): number {
  const number = /^[0-9]{1,6}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= min && number <= max)) throw refused(name, value, `a whole number from ${min} to ${max}`)
  return number
}

function matching(name: string, value: string, pattern: RegExp, accepted: string): string {
  if (!pattern.test(value)) throw refused(name, value, accepted)
  return value
}
