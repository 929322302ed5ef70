import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import type { Resolve } from '../src/node/guarded-lookup.ts'

/** A name server on the loopback interface whose answer is another one each time that a name is looked up. */
export interface RebindingNameServer {
  /** Resolves names by this server, and by no other one. */
  readonly lookup: Resolve
  /** How many times a name was looked up. */
  looks(): number
  close(): void
}

/** The bytes of an IPv4 address, or of an IPv6 address whose groups between the first one and the last one are 0. */
function toBytes(address: string): readonly number[] {
  if (!isIPv6(address)) return address.split('.').map(Number)
  const [first = 0, last = 0] = address.split('::').map((group) => Number.parseInt(group, 16))
  return [first >> 8, first & 255, ...Array.from({ length: 12 }, () => 0), last >> 8, last & 255]
}

/** The response to a question (RFC 1035), which must not be cached. It has no answer if the address is not of the type of the question. */
function toResponse(query: Buffer, address: string): Buffer {
  const nameEnd = query.indexOf(0, 12) + 1
  const type = isIPv6(address) ? 28 : 1
  const bytes = query.readUInt16BE(nameEnd) === type ? toBytes(address) : []
  const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, bytes.length === 0 ? 0 : 1, 0, 0, 0, 0])
  const record = bytes.length === 0 ? [] : [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]
  return Buffer.concat([header, query.subarray(12, nameEnd + 4), Buffer.from(record)])
}

/**
 * Starts it.
 * @param addresses the addresses of the looks; the last one also answers those that come later
 */
export async function startRebindingNameServer(addresses: readonly string[]): Promise<RebindingNameServer> {
  let looks = 0
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    socket.send(toResponse(query, addresses[Math.min(looks, addresses.length) - 1] ?? ''), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new Resolver()
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  const noAddress = (): readonly string[] => []
  return {
    lookup: (hostname, _, callback) => {
      looks++
      void Promise.all([resolver.resolve4(hostname).catch(noAddress), resolver.resolve6(hostname).catch(noAddress)]).then((found) =>
        callback(
          null,
          found.flat().map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
        ),
      )
    },
    looks: () => looks,
    close: () => {
      resolver.cancel()
      socket.close()
    },
  }
}
