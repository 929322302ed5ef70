import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { cors } from '../src/cors.ts'
import { toNodeListener } from '../src/node.ts'
import { concert } from './cache/support.ts'
import { base, type Started, startCalendar } from './support.ts'

/** All bytes that a Node server sends in response to a request. */
async function bytesOf({ handler }: Started, path: string, lines: readonly string[] = []): Promise<Buffer> {
  const server = createServer(toNodeListener(handler))
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.end(Buffer.from([`GET ${base}${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...lines, '', ''].join('\r\n'), 'latin1'))
  return Buffer.concat(await socket.toArray())
}

const bodyOf = (sent: Buffer): Buffer => sent.subarray(sent.indexOf('\r\n\r\n') + 4)

test.each<[string, string]>([
  ['short, in ASCII', 'Concert'],
  ['short, in Latin-1', 'Café Zürich'],
  ['short, beyond Latin-1', 'Конце́рт 🎻'],
  ['long', 'Zürich 東京 '.repeat(1_000)],
])('a response that is %s has as many bytes as its Content-Length says', async (_, description) => {
  const started = startCalendar()
  await started.calendar.events.create({ ...concert, description })
  const { text, headers } = await started.request('GET', '/events/1')
  for (const time of ['encoded', 'cached']) {
    const body = bodyOf(await bytesOf(started, '/events/1'))
    expect([time, body.toString(), `${body.byteLength}`]).toEqual([time, text, headers.get('content-length')])
  }
})

test('Access-Control-Allow-Origin has the bytes of the Origin header', async () => {
  const origin = 'Origin: https://caf\u00e9.example'
  const sent = await bytesOf(startCalendar({ use: [cors({ origins: () => true })] }), '/events', [origin])
  expect(sent.toString('latin1')).toContain(`Access-Control-Allow-${origin}`)
  expect(JSON.parse(bodyOf(sent).toString()).events).toEqual([])
})
