import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { toNodeListener } from '../src/node.ts'
import { base, concert, startCalendar } from './support.ts'

test('a listener that replaces the global Request and Response sends the same responses', async () => {
  const { handler } = startCalendar()
  // The class that `fetch` returns: another file of the same worker may have replaced the global before.
  const native = (await fetch('data:,')).constructor
  const server = createServer(toNodeListener(handler))
  expect(globalThis.Response).not.toBe(native)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`
  const json = { 'content-type': 'application/json' }
  const created = await fetch(`${url}/events`, { method: 'POST', headers: json, body: JSON.stringify(concert) })
  expect(created.status).toBe(201)
  const etag = created.headers.get('etag') ?? ''
  const read = await fetch(`${url}/events/1`)
  expect(await read.text()).toBe(await created.text())
  expect(read.headers.get('etag')).toBe(etag)
  expect((await fetch(`${url}/events/1`, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await fetch(`${url}/events/1`, { method: 'HEAD' })).headers.get('content-length')).toBe(read.headers.get('content-length'))
  expect((await fetch(`${url}/tags`, { method: 'POST', headers: json, body: '{' })).status).toBe(400)
  expect((await fetch(`${url}/events/1`, { method: 'DELETE' })).status).toBe(200)
  expect((await fetch(`${url}/events/1`)).status).toBe(410)
  server.closeAllConnections()
  server.close()
})
