import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, test } from 'vitest'
import { programEnvironment } from '../../../tests/lanes/program-environment.ts'
import { readSentence } from './sentence.ts'

test('a client of the SDK starts the program, and a person confirms what is stored', async () => {
  const variables = Object.entries(programEnvironment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--conditions=@kalends/source', '--no-warnings', 'stdio.ts'],
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: Object.fromEntries(variables),
  })
  const client = new Client({ name: 'tests', version: '1.0.0' })
  await client.connect(transport)
  try {
    const call = async (name: string, input: object) => Object((await client.callTool({ name, arguments: { ...input } })).structuredContent)
    const input = { title: 'Night walk', startDate: '2031-10-26T02:30+01:00', endDate: '2031-10-26 05:00', timeZone: 'Europe/Berlin' }
    const { token, sentence, event } = await call('create_event', input)
    const stored = await call('create_event', { ...input, token })
    expect([stored.stored, stored.sentence]).toEqual([true, sentence])
    const read = await call('get_event', { id: stored.event.id })
    expect(read.event.when.start.utc).toBe('2031-10-26T01:30:00Z')
    expect(readSentence(event.when.sentence, 'Europe/Berlin').startMs).toBe(Date.parse(read.event.when.start.utc))
  } finally {
    await client.close()
  }
})
