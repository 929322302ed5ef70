import { execFile, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { allowAll, createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { continueOnRead, toNodeListener } from '@kalends/fetch/node'
import { memoryStore } from '@kalends/memory'
import { expect, onTestFinished, test } from 'vitest'
import { readDocuments } from './documents.ts'

const programs = readDocuments().flatMap(({ path, text }) =>
  [...text.matchAll(/^```py\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm)].map(([, code = '', printed = '']) => ({
    path,
    code,
    printed,
  })),
)

const hasPython = spawnSync('python3', ['--version']).status === 0

test('there are programs in Python', () => {
  expect(programs.map(({ path }) => path)).toEqual(['docs/http/a-client-elsewhere.md'])
})

// biome-ignore lint/plugin: contributors need Node alone; machines without Python run all but this one program.
test.runIf(hasPython).each(programs)('a program in Python prints what it is said to: $path', async ({ code, printed }) => {
  const calendar = createCalendar({ store: memoryStore() })
  for (let number = 1; number <= 45; number += 1) await calendar.tags.create({ name: `Tag ${number}` })
  const server = continueOnRead(createServer())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.on('request', toNodeListener(createHandler(calendar, { access: allowAll(), publicUrl }), { replaceGlobals: false }))
  const { stdout } = await promisify(execFile)('python3', ['-c', code, `${publicUrl}/calendar/events/v1`])
  expect(stdout).toBe(printed)
})
