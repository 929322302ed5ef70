import { fileURLToPath } from 'node:url'
import { refuse } from './refusal.ts'
import type { StoreName } from './store-names.ts'

const data = fileURLToPath(new URL('data/', import.meta.url))

/** For each store: the protocols of `DATABASE_URL` (none for a path), its default, and a description of accepted values. */
const rules: Readonly<Record<StoreName, { readonly protocols: readonly string[]; readonly fallback: string; readonly accepted: string }>> =
  {
    sqlite: { protocols: [], fallback: `${data}kalends.sqlite`, accepted: 'the path of a file' },
    pglite: { protocols: [], fallback: `${data}pglite`, accepted: 'the path of a folder' },
    memory: { protocols: [], fallback: '', accepted: '' },
    postgres: {
      protocols: ['postgres:', 'postgresql:'],
      fallback: '',
      accepted: 'an address such as postgres://user@127.0.0.1:5432/calendar',
    },
    mysql: { protocols: ['mysql:', 'mariadb:'], fallback: '', accepted: 'an address such as mysql://user@127.0.0.1:3306/calendar' },
  }

/**
 * Reads `DATABASE_URL`, the path or the URL where a store keeps its data.
 * @throws an error whose message names the variable, its value and what is accepted
 */
export function readDatabaseUrl(store: StoreName, given: string): string {
  const { protocols, fallback, accepted } = rules[store]
  const value = given === '' ? fallback : given
  if (store === 'memory') return ''
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(value)
  const isKnown =
    protocols.length === 0 ? !isAddress : protocols.some((protocol) => URL.canParse(value) && new URL(value).protocol === protocol)
  if (isKnown) return value
  throw refuse('DATABASE_URL', withoutPassword(value), `${accepted}, as STORE is ${store}`)
}

/** An address whose password is replaced by `***`, to be shown. */
export function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return address.replace(/:[^:@/]*@/, ':***@')
  const url = new URL(address)
  if (url.password === '') return address
  url.password = '***'
  return url.href
}
