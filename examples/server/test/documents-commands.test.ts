import { describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { readSettings } from '../settings.ts'
import { readBlocks, readDocuments } from './documents.ts'
import { shellWords, toRequest } from './shell-words.ts'

const documents = readDocuments()
const textOf = (path: string): string => documents.find((document) => document.path === path)?.text ?? ''

describe('curl commands of the README', async () => {
  const API = 'http://127.0.0.1:3000/calendar/events/v1'
  const commands = readBlocks(textOf('README.md'), 'sh')
    .split(/(?<!\\)\n/)
    .filter((line) => line.startsWith('curl'))
  const app = await buildApp(readSettings({ STORE: 'memory' }))
  const handle = app.handlerAt('http://127.0.0.1:3000')
  let lastId = ''

  test.each(['events', 'venues', 'organizers', 'categories', 'tags'])('create, list, read, change and delete %s', (kind) => {
    const methods = commands.filter((command) => command.includes(`$API/${kind}`)).map((command) => shellWords(command, { API }))
    expect(methods.map((words) => toRequest(words).method)).toEqual(expect.arrayContaining(['POST', 'GET', 'PATCH', 'DELETE']))
    expect(methods.length).toBeGreaterThanOrEqual(5)
  })

  test.each(commands)('%s', async (command) => {
    const request = toRequest(shellWords(command.replaceAll('/ID', `/${lastId}`), { API }))
    const response = await handle(request)
    const body = JSON.parse(await response.text())
    expect([response.status, body]).toEqual([request.method === 'POST' ? 201 : 200, expect.anything()])
    if (request.method === 'POST') lastId = String(body.id)
    else if (body.total !== undefined) expect(JSON.stringify(body)).toContain(`"id":${lastId},`)
    else expect(String(body.id)).toBe(lastId)
  })
})
