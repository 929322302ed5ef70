import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { curlExamples } from '../../../examples/server/curl-examples.ts'
import { createOwnDatabase, lastingEngines, type OwnDatabase } from '../../../examples/server/test/own-database.ts'
import { type RunningServer, startServer } from '../../../examples/server/test/running-server.ts'
import { readCommands, readDocuments } from './documents.ts'
import { shellWords, toRequest } from './shell-words.ts'

// commands.test.ts compares the responses; here all commands are sent over HTTP to the example server, on each database.

const shownAt = 'http://127.0.0.1:3000'
const root = `${shownAt}/calendar/events/v1`
const pages = ['docs/http/by-curl.md', 'docs/http/rest-api.md', 'docs/guide/fields-of-your-own.md']

const commandsOf = readDocuments()
  .filter(({ path }) => pages.includes(path))
  .map(({ path, text }) => ({ path, commands: readCommands(text).filter((command) => command.startsWith('curl')) }))
const ofPage = {
  path: 'the page of the server',
  commands: curlExamples({ root, access: 'open', today: '2031-01-01' }).map(({ command }) => command),
}

describe.each(lastingEngines)('the example server on $name', (engine) => {
  let database: OwnDatabase
  let server: RunningServer
  beforeAll(async () => {
    database = await createOwnDatabase(engine)
    server = await startServer(database.environment)
  })
  afterAll(async () => {
    await server.stop('SIGTERM')
    await database.remove()
  })

  test.each([...commandsOf, ofPage])('responds to each command of $path', async ({ commands }) => {
    expect(commands.length).toBeGreaterThan(0)
    let lastId = ''
    for (const command of commands) {
      const words = shellWords(command.replaceAll('/ID', `/${lastId}`), { API: root }).filter((word) => word !== '-i')
      const request = toRequest(words)
      const response = await fetch(new Request(request.url.replace(shownAt, server.url), request))
      const text = await response.text()
      expect([command, response.status]).toEqual([command, request.method === 'POST' ? 201 : 200])
      if (request.method === 'POST') lastId = String(JSON.parse(text).id)
    }
  })
})
