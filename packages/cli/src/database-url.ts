import { usage } from './failure.ts'

/** The engine and the place of a database. */
export type DatabaseAddress =
  | { readonly engine: 'sqlite'; readonly path: string }
  | { readonly engine: 'postgres' | 'mysql'; readonly url: string }

const accepted = 'sqlite:PATH, postgres://USER@HOST/DATABASE or mysql://USER@HOST/DATABASE'

/**
 * Reads the address of a database: that of the option, else that of the variable.
 * @throws usage there is none, or it is none that the program knows
 */
export function readDatabaseUrl(option: string | undefined, variable: string | undefined): DatabaseAddress {
  const given = option ?? variable?.trim() ?? ''
  if (given === '') throw usage(`Name the database by --database or by the variable DATABASE_URL: ${accepted}.`)
  const path = /^sqlite:(?:\/\/)?(.+)$/i.exec(given)?.[1]
  if (path !== undefined) return { engine: 'sqlite', path }
  const [, protocol] = /^(postgres|postgresql|mysql|mariadb):\/\//i.exec(given) ?? []
  if (protocol !== undefined && URL.canParse(given))
    return /^postgres/i.test(protocol)
      ? { engine: 'postgres', url: given }
      : { engine: 'mysql', url: given.replace(/^mariadb:/i, 'mysql:') }
  const name = option === undefined ? 'DATABASE_URL' : '--database'
  throw usage(`${name} must be ${accepted}, not ${JSON.stringify(withoutPassword(given))}.`)
}

/** An address whose password is replaced by `***`, to be shown. */
export function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return address.replace(/:[^:@/]*@/, ':***@')
  const url = new URL(address)
  if (url.password === '') return address
  url.password = '***'
  return url.href
}

/** The name of a database in messages. */
export const nameOf = (address: DatabaseAddress): string =>
  address.engine === 'sqlite' ? `The database ${address.path}` : `The database ${withoutPassword(address.url)}`
