import { type LookupAddress, type LookupAllOptions, type LookupOptions, lookup } from 'node:dns'
import { isPublicAddress } from './ip-address.ts'

/** Resolves a host name to all of its addresses, as Node's `dns.lookup` with `all`. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** The `lookup` option of Node's sockets. */
export type SocketLookup = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
) => void

/**
 * Makes the `lookup` of sockets that connect to the public internet alone. Sockets connect to the addresses that it returns and resolve no
 * second time, so a name server that answers differently the next time changes nothing. One address that is not public refuses the name:
 * a name server that mixes both is not one of an honest receiver.
 */
export const createGuardedLookup =
  (resolve: Resolve = lookup): SocketLookup =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, [])
      const [first] = addresses
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) return callback(notPublic(hostname), [])
      if (options.all === true) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }

/** The error of a host that is refused. It has a code, as those of Node's own lookup do. */
export const notPublic = (hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${hostname} does not lead to the public internet`), { code: 'ERR_ADDRESS_NOT_PUBLIC' })
