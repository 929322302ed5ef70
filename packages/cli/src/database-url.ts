import { usage } from './failure.ts'

/** The place of a database. */
export interface DatabaseAddress {
  /** The engine, by which its driver is found. */
  readonly engine: 'sqlite' | 'postgres' | 'mysql'
  /** The path of a file, or the URL of a server. */
  readonly place: string
  /** Whether it is a file. */
  readonly isFile: boolean
}

const engines: Readonly<Record<string, DatabaseAddress['engine']>> = {
  ...{ postgres: 'postgres', postgresql: 'postgres', mysql: 'mysql', mariadb: 'mysql' },
}

const accepted = 'sqlite:PATH, postgres://USER@HOST/DATABASE or mysql://USER@HOST/DATABASE'

/**
 * Reads the address of a database: that of the option, else that of the variable.
 * @throws usage there is none, or it is none that the program knows
 */
export function readDatabaseUrl(option: string | undefined, variable: string | undefined): DatabaseAddress {
  const given = option ?? variable?.trim() ?? ''
  if (given === '') throw usage(`Name the database by --database or by the variable DATABASE_URL: ${accepted}.`)
  const [scheme] = /^sqlite:(?:\/\/)?/i.exec(given) ?? ['']
  const path = given.slice(scheme.length)
  if (scheme !== '' && path !== '') return { engine: 'sqlite', place: path, isFile: true }
  const engine = engines[/^([a-z]+):\/\//i.exec(given)?.[1]?.toLowerCase() ?? '']
  if (engine !== undefined && URL.canParse(given)) return { engine, place: given.replace(/^mariadb:/i, 'mysql:'), isFile: false }
  const name = option === undefined ? 'DATABASE_URL' : '--database'
  throw usage(`${name} must be ${accepted}, not ${JSON.stringify(withoutPassword(given))}.`)
}

/** An address whose password is replaced by `***`, to be shown. It may be malformed, such as one with a password whose slashes are not escaped. */
export const withoutPassword = (address: string): string =>
  address.replace(/^((?:[a-z]+:\/\/)?[^:@/]*):(?!\/\/).*@/is, '$1:***@').replace(/([?&]password=)[^&]*/gi, '$1***')

/** The name of a database in messages. */
export const nameOf = ({ place, isFile }: DatabaseAddress): string => `The database ${isFile ? place : withoutPassword(place)}`
