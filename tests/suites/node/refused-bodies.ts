import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertEqual } from '../../../packages/testing/src/assert.ts'
import { listen } from './listen.ts'
import { openConnection, type RawConnection } from './raw-connection.ts'

/** Options of the tests of refused bodies, and the function of the test runner. */
export interface RefusedBodiesOptions {
  /** Creates a server that does not listen yet, with a handler below `/api` that refuses anonymous writes. */
  createServer(): Server | Promise<Server>
  /** The path of a route of the host that returns the body of its request; absent if there is none. */
  readonly echo?: string | undefined
  /** The runner's function that declares a test. */
  test(name: string, body: () => Promise<void>): unknown
}

const tags = '/api/calendar/events/v1/tags HTTP/1.1\r\nHost: localhost\r\n'
const json = 'Content-Type: application/json\r\n'
const post = `POST ${tags}${json}`

/**
 * Declares tests of writes that are refused before their bodies have arrived: the refusal must not damage the connection.
 * @example
 * registerRefusedBodies({ createServer: () => continueOnRead(createServer(toNodeListener(handler))), test })
 */
export function registerRefusedBodies(options: RefusedBodiesOptions): void {
  const declare = (name: string, run: (connection: RawConnection) => Promise<void>): unknown =>
    options.test(name, async () => {
      const server = await options.createServer()
      const connection = await openConnection(await listen(server))
      try {
        await run(connection)
      } finally {
        connection.close()
        server.close()
      }
    })

  declare('a refusal leaves the connection to the request behind a slow body', async (connection) => {
    await connection.write(`${post}Content-Length: 200000\r\n\r\n`)
    for (let part = 0; part < 2; part += 1) {
      await connection.write('x'.repeat(100_000))
      await sleep(600)
    }
    await connection.write(`GET ${tags}\r\n`)
    await assertRefused(connection, 'keep-alive')
    assertEqual((await connection.answer()).status, 200, 'status')
  })

  declare('a refusal closes the connection in order where the body has no known end', async (connection) => {
    await connection.write(`${post}Transfer-Encoding: chunked\r\n\r\n5\r\nHallo\r\n`)
    await assertRefused(connection, 'close')
    assertEqual(await connection.end(), 'end', 'the end of the connection')
    await connection.write('5\r\nHallo\r\n')
  })

  declare('a refusal comes instead of 100 Continue', async (connection) => {
    await connection.write(`${post}Expect: 100-continue\r\nContent-Length: 20\r\n\r\n`)
    assertEqual((await connection.answer()).status, 401, 'status')
  })

  const { echo } = options
  if (echo === undefined) return
  declare('a route of the host gets 100 Continue when it reads', async (connection) => {
    const body = '{"said":"Hallo"}'
    const length = `Content-Length: ${body.length}\r\n`
    await connection.write(`POST ${echo} HTTP/1.1\r\nHost: localhost\r\n${json}Expect: 100-continue\r\n${length}\r\n`)
    assertEqual((await connection.answer()).status, 100, 'status')
    await connection.write(body)
    assertEqual((await connection.answer()).body, body, 'body')
  })
}

async function assertRefused(connection: RawConnection, kept: 'keep-alive' | 'close'): Promise<void> {
  const { status, headers } = await connection.answer()
  assertEqual([status, headers['connection']], [401, kept], 'status and Connection')
}
