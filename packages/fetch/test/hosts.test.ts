import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openConnection } from '@kalends/suites/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hosts as useHosts } from '../src/hosts.ts'
import { toNodeListener } from '../src/node.ts'
import { base, startCalendar } from './support.ts'

const hosts = ['calendar.example.org', 'BÜHNE.example']
const publicUrl = 'https://town.example:8443/'

const accepted = [
  'localhost',
  'localhost:3000',
  'LOCALHOST.',
  '127.0.0.1',
  '192.168.1.20:3000',
  '[::1]:3000',
  '[fe80::1]',
  '[::ffff:127.0.0.1]',
  '[::FFFF:7F00:1]:3000',
  '[0:0:0:0:0:0:0:1]:80',
  '127.1',
  'town.example',
  'town.example:1',
  'Town.Example.',
  'calendar.example.org',
  'CALENDAR.example.org:443',
  'xn--bhne-0ra.example',
]
const refused = [
  'evil.example',
  'evil.example:3000',
  'calendar.example.org.evil.example',
  'sub.calendar.example.org',
  'localhost.evil.example',
  'evil-localhost',
  '127.0.0.1.evil.example',
  '1.2.3.4.5',
  'user@localhost',
  'localhost,evil.example',
]

describe('a handler with hosts', () => {
  const { handler } = startCalendar({ use: [useHosts(hosts)], publicUrl })
  const ask = (headers: Record<string, string>, origin = 'http://localhost'): Promise<Response> =>
    handler(new Request(`${origin}${base}/events`, { headers }))

  test.each(accepted)('accepts the host %s', async (host) => {
    expect((await ask({ host })).status).toBe(200)
    expect((await ask({}, `http://${host}`)).status).toBe(200)
  })

  test.each(refused)('refuses the host %s', async (host) => {
    const response = await ask({ host })
    expect([response.status, (await response.json()).code]).toEqual([421, 'wrong_host'])
    if (!host.includes('@') && URL.canParse(`http://${host}`)) expect((await ask({}, `http://${host}`)).status).toBe(421)
  })

  test('checks the host before path, method and body', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['TRACK2', '/events'],
      ['PUT', '/events'],
      ['OPTIONS', '/events'],
      ['POST', '/events'],
      ['GET', '/events/by-slug/%FF'],
    ] as const) {
      const response = await handler(new Request(`http://evil.example${base}${path}`, { method }))
      expect([method, response.status]).toEqual([method, 421])
    }
    expect((await handler(new Request('http://evil.example/elsewhere'))).status).toBe(421)
  })

  test('lets tryHandle return undefined for paths outside the calendar', async () => {
    expect(await handler.tryHandle(new Request('http://evil.example/elsewhere'))).toBeUndefined()
    expect((await handler.tryHandle(new Request(`http://evil.example${base}/events`)))?.status).toBe(421)
  })

  test('ignores X-Forwarded-Host and Forwarded', async () => {
    expect((await ask({ host: 'evil.example', 'x-forwarded-host': 'localhost', forwarded: 'host=localhost' })).status).toBe(421)
    expect((await ask({ 'x-forwarded-host': 'evil.example' })).status).toBe(200)
  })

  test('decides correctly for more host names than its cache holds', async () => {
    for (let index = 0; index < 300; index += 1) expect((await ask({ host: `a${index}.example` })).status).toBe(421)
    expect((await ask({ host: 'town.example' })).status).toBe(200)
  })

  test('documents the status 421', () => {
    const pathsText = (document: object): string => JSON.stringify(Reflect.get(document, 'paths'))
    expect(pathsText(handler.openapi())).toContain('#/components/responses/Problem421')
    expect(pathsText(startCalendar().handler.openapi())).not.toContain('Problem421')
  })
})

test('without the option every host is accepted', async () => {
  const { handler } = startCalendar()
  for (const host of [...accepted, 'evil.example']) {
    expect((await handler(new Request(`http://localhost${base}/events`, { headers: { host } }))).status).toBe(200)
  }
})

test.each<readonly [header: string, line: string, status: number]>([
  ['Host: evil.example', `GET ${base}/events HTTP/1.1`, 421],
  ['Host: localhost', `GET ${base}/events HTTP/1.1`, 200],
  ['Host: evil.example', `GET http://localhost${base}/events HTTP/1.1`, 421],
  ['Host: localhost', `GET http://evil.example${base}/events HTTP/1.1`, 421],
  ['Host: evil.example', `GET ${base}/./events HTTP/1.1`, 421],
  ['Host: evil.example', `GET ${base}\\events HTTP/1.1`, 421],
  ['Host: evil.example', 'OPTIONS * HTTP/1.1', 421],
  ['X-No: host', `GET ${base}/events HTTP/1.0`, 200],
  ...[
    ...['[::1]', '[::1]:3000', '[::1]:', '[::ffff:127.0.0.1]', '[::FFFF:127.0.0.1]:3000', '[::ffff:7f00:1]:80', '[0:0:0:0:0:0:0:1]'],
    ...[
      '[2001:DB8::1]',
      '[fe80::1%eth0]',
      '[fe80::1%25eth0]:3000',
      '127.0.0.1',
      '127.0.0.1.',
      '127.1:80',
      '0x7F.0.0.1:3000',
      '2130706433:80',
    ],
    ...['localhost:', 'LOCALHOST', 'LocalHost.:443', 'localhost:00080', 'localhost:65535', 'town.example.:80', 'TOWN.example'],
  ].map((host) => [`Host: ${host}`, `GET ${base}/events HTTP/1.1`, 200] as const),
  ...[
    'user@localhost',
    'localhost/',
    '::1',
    '[::1',
    '[::1]x',
    '[::g]',
    '[127.0.0.1]',
    'localhost:65536',
    'localhost:x',
    '[fe80::1%eth0]@x',
    '%',
  ].map((host) => [`Host: ${host}`, `GET ${base}/events HTTP/1.1`, 400] as const),
])('over a socket, "%s" with "%s" gives %d', async (header, line, status) => {
  const { handler } = startCalendar({ use: [useHosts([])], publicUrl })
  const server = createServer(toNodeListener(handler, { replaceGlobals: false }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const connection = await openConnection((server.address() as AddressInfo).port)
  onTestFinished(() => {
    connection.close()
    server.close()
  })
  await connection.write(`${line}\r\n${header}\r\n\r\n`)
  expect((await connection.answer()).status).toBe(status)
})

test.each([
  { hosts: 'localhost' },
  { hosts: ['a:80'] },
  { hosts: ['http://a'] },
  { hosts: ['*'] },
  { hosts: ['a b'] },
  { hosts: [''] },
  { hosts: [7] },
  { hosts: [null] },
])('hosts refuses $hosts', ({ hosts: given }) => {
  // @ts-expect-error: some are not even strings
  expect(() => useHosts(given)).toThrow(/^hosts must/)
})
