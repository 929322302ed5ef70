import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { continueOnRead } from '@kalends/fetch/node'
import { openConnection, type RawConnection } from '@kalends/testing/node'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../app.ts'
import { handler } from '../calendar.ts'

async function start(): Promise<RawConnection> {
  const server = buildApp(handler)
  await new Promise<void>((resolve) => continueOnRead(server).listen(0, '127.0.0.1', resolve))
  const connection = await openConnection((server.address() as AddressInfo).port)
  onTestFinished(() => {
    connection.close()
    server.close()
  })
  return connection
}

const tags = '/api/calendar/events/v1/tags HTTP/1.1\r\nHost: localhost\r\n'
const post = `POST ${tags}Content-Type: application/json\r\n`

test('a refusal leaves the connection to the request behind a slow body', async () => {
  const connection = await start()
  await connection.write(`${post}Content-Length: 200000\r\n\r\n`)
  for (let part = 0; part < 2; part += 1) {
    await connection.write('x'.repeat(100_000))
    await sleep(600)
  }
  await connection.write(`GET ${tags}\r\n`)
  const refused = await connection.answer()
  expect([refused.status, refused.headers['connection']]).toEqual([401, 'keep-alive'])
  expect((await connection.answer()).status).toBe(200)
})

test('a refusal closes the connection in order where the body has no known end', async () => {
  const connection = await start()
  await connection.write(`${post}Transfer-Encoding: chunked\r\n\r\n5\r\nHallo\r\n`)
  const refused = await connection.answer()
  expect([refused.status, refused.headers['connection']]).toEqual([401, 'close'])
  expect(await connection.end()).toBe('end')
  await connection.write('5\r\nHallo\r\n')
})

test('a refusal comes instead of 100 Continue', async () => {
  const connection = await start()
  await connection.write(`${post}Expect: 100-continue\r\nContent-Length: 20\r\n\r\n`)
  expect((await connection.answer()).status).toBe(401)
})
