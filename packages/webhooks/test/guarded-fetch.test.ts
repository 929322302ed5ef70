import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGuardedLookup, type Resolve, type SocketLookup } from '../src/node/guarded-lookup.ts'
import { createGuardedFetch, guardedFetch } from '../src/node.ts'

let connections = 0
let server: Server
let port = 0

beforeAll(async () => {
  server = createServer((_, response) => response.end('inside'))
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const v4 = (address: string) => ({ address, family: 4 })
const v6 = (address: string) => ({ address, family: 6 })

/** A public address that no server has: its block is not assigned. */
const unassigned = '2d00::1'

/** Answers each lookup with the next list, and the last one from then on. */
function answers(
  ...lists: (readonly { readonly address: string; readonly family: number }[])[]
): Resolve & { readonly asked: () => number } {
  let asked = 0
  const resolve: Resolve = (_, __, callback) => callback(null, [...(lists[Math.min(asked++, lists.length - 1)] ?? [])])
  return Object.assign(resolve, { asked: () => asked })
}

const lookUp = (lookup: SocketLookup, all: boolean) =>
  new Promise((resolve, reject) =>
    lookup('a.example', { all }, (error, address, family) => (error ? reject(error) : resolve([address, family]))),
  )

describe('the lookup of sockets', () => {
  test('returns all addresses, or the first one', async () => {
    const addresses = [v4('1.1.1.1'), v6('2606:4700::1')]
    expect(await lookUp(createGuardedLookup(answers(addresses)), true)).toEqual([addresses, undefined])
    expect(await lookUp(createGuardedLookup(answers(addresses)), false)).toEqual(['1.1.1.1', 4])
  })

  test.each([
    ['a private address', [v4('10.0.0.1')]],
    ['a private address behind a public one', [v4('1.1.1.1'), v4('127.0.0.1')]],
    ['a mapped address', [v6('::ffff:127.0.0.1')]],
    ['no address', []],
  ])('refuses %s', async (_, addresses) => {
    const refused = expect.objectContaining({ code: 'ERR_ADDRESS_NOT_PUBLIC' })
    for (const all of [true, false]) await expect(lookUp(createGuardedLookup(answers(addresses)), all)).rejects.toEqual(refused)
  })

  test('passes errors of the name server on', async () => {
    const failing: Resolve = (_, __, callback) => callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), [])
    await expect(lookUp(createGuardedLookup(failing), true)).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })
})

describe('the guarded fetch', () => {
  const refusedOf = async (url: string, fetch: typeof guardedFetch) => {
    connections = 0
    const { signal } = new AbortController()
    const outcome = await fetch(url, { method: 'POST', headers: {}, body: '', redirect: 'manual', signal }).then(
      (response) => response.status,
      (error: unknown) => (error instanceof Error ? error : new Error('no error')),
    )
    return { isRefused: outcome instanceof Error, connections }
  }

  test.each(['127.0.0.1', '127.1', '0x7f000001', 'localhost', '[::ffff:127.0.0.1]', '0.0.0.0'])('does not connect to %s', async (host) => {
    expect(await refusedOf(`http://${host}:${port}/`, guardedFetch)).toEqual({ isRefused: true, connections: 0 })
  })

  test('connects to the address that it has checked: a name that is public first and local then is refused', async () => {
    const rebinding = answers([v4('127.0.0.1')])
    expect(await refusedOf(`http://rebinding.example:${port}/`, createGuardedFetch({ lookup: rebinding }))).toEqual({
      isRefused: true,
      connections: 0,
    })
    expect(rebinding.asked()).toBe(1)
  })

  test('looks a name up once for a connection', async () => {
    const rebinding = answers([v6(unassigned)], [v4('127.0.0.1')])
    const lookup = createGuardedLookup(rebinding)
    const checked = await lookUp(lookup, true)
    expect(checked).toEqual([[v6(unassigned)], undefined])
    await expect(lookUp(lookup, true)).rejects.toThrow('public internet')
    const fetch = createGuardedFetch({ lookup: answers([v6(unassigned)], [v4('127.0.0.1')]), connectTimeoutMs: 200 })
    for (let attempt = 0; attempt < 3; attempt++)
      expect(await refusedOf(`http://rebinding.example:${port}/`, fetch)).toEqual({ isRefused: true, connections: 0 })
  })
})
