import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../../../examples/server/app.ts'
import { curlExamples } from '../../../examples/server/curl-examples.ts'
import { readSettings } from '../../../examples/server/settings.ts'
import { readCommands, readDocuments, root } from './documents.ts'
import { shellWords, toRequest } from './shell-words.ts'

const documents = readDocuments()
const textOf = (path: string): string => documents.find((document) => document.path === path)?.text ?? ''

describe('curl commands of each kind', async () => {
  const API = 'http://127.0.0.1:3000/calendar/events/v1'
  const commands = readCommands(textOf('docs/http/by-curl.md')).filter((command) => command.startsWith('curl'))
  const app = await buildApp(await readSettings({ STORE: 'memory' }))
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

test('the curl command of the REST page creates one record, however often it is sent', async () => {
  const commands = readCommands(textOf('docs/http/rest-api.md')).filter((command) => command.startsWith('curl'))
  const app = await buildApp(await readSettings({ STORE: 'memory', DEMO: '0' }))
  const handle = app.handlerAt('http://127.0.0.1:3000')
  expect(commands.length).toBe(1)
  const send = async (): Promise<readonly [number, string | null, string]> => {
    const response = await handle(toRequest(shellWords(commands[0] ?? '', {}).filter((word) => word !== '-i')))
    return [response.status, response.headers.get('idempotency-replayed'), await response.text()]
  }
  const [status, replayed, text] = await send()
  expect([status, replayed]).toEqual([201, null])
  expect(await send()).toEqual([201, 'true', text])
})

test('curl commands about declared fields, in their order', async () => {
  const API = 'http://127.0.0.1:3000/calendar/events/v1'
  const commands = readCommands(textOf('docs/guide/fields-of-your-own.md')).filter((command) => command.startsWith('curl'))
  const handle = (await buildApp(await readSettings({ STORE: 'memory' }))).handlerAt('http://127.0.0.1:3000')
  const answers: unknown[] = []
  for (const command of commands) {
    const request = toRequest(shellWords(command, { API }))
    const response = await handle(request)
    const { custom_fields: fields, events = [], title } = JSON.parse(await response.text())
    answers.push([response.status, fields ?? events.length > 0, title])
  }
  const cleared = { level: 'pro' }
  expect(answers).toEqual([
    [201, { level: 'pro', seats: 40 }, 'Tango'],
    [200, cleared, 'Tango'],
    [200, true, undefined],
    [200, true, undefined],
    [200, true, undefined],
    [200, cleared, 'Tango'],
  ])
})

test.each([
  ['2031-01-01', 'none'],
  ['2032-02-29', 'none'],
  ['2031-01-01', 'the-events-calendar'],
])('curl commands of the page of the example server on %s with COMPATIBILITY=%s, in their order', async (today, COMPATIBILITY) => {
  const settings = await readSettings({ STORE: 'memory', COMPATIBILITY })
  const app = await buildApp(settings)
  const handle = app.handlerAt('http://127.0.0.1:3000')
  const root = `http://127.0.0.1:3000${settings.basePath}/${settings.namespace}`
  const examples = curlExamples({ root, access: 'open', today })
  for (const { text, command } of examples) {
    const request = toRequest(shellWords(command, {}))
    const response = await handle(request)
    expect([text, response.status]).toEqual([text, request.method === 'POST' ? 201 : 200])
  }
})

/** Who runs the commands of a page, and the words by which that can be seen there. */
interface Runner {
  readonly commands: RegExp
  readonly pages: RegExp
  readonly file: string
  readonly words: string
}

/** Every command that is not sent above. A page must not contain a command that no test runs. */
const runners: readonly Runner[] = [
  { commands: /^npm test$/, pages: /./, file: 'scripts/ci/run.sh', words: 'npm test' },
  {
    commands: /^npm start$/,
    pages: /./,
    file: 'examples/server/test/running-server.ts',
    words: "'--conditions=@kalends/source', 'server.ts'",
  },
  {
    commands: /^COMPATIBILITY=the-events-calendar CORS=\* npm start$/,
    pages: /./,
    file: 'examples/server/test/the-events-calendar.test.ts',
    words: "COMPATIBILITY: 'the-events-calendar', CORS: '*'",
  },
  {
    commands: /^npm test -- --project unit-tests$/,
    pages: /./,
    file: 'vitest.config.ts',
    words: "globSync('{bench,packages/*,examples/*,tests/suites}/test'",
  },
  // The test runs the same worker, and sends the commands of the page.
  { commands: /^npm run worker$/, pages: /^examples\/worker\//, file: 'package.json', words: 'node tests/workerd/start.ts' },
  { commands: /^curl /, pages: /^examples\/worker\//, file: 'tests/workerd/calendars.test.ts', words: 'examples/worker/README.md' },
  // The whole of it measures for many minutes: the CI leaves out what takes long.
  {
    commands: /^pnpm bench\b/,
    pages: /^(?:bench\/|docs\/internals\/benchmarks\.md$)/,
    file: 'scripts/ci/run.sh',
    words: 'pnpm bench --quick',
  },
  // Not on npm yet: the same packages are installed from their tarballs.
  {
    commands: /^npm install (?:--save-dev )?@kalends/,
    pages: /^packages\//,
    file: 'tests/packages/install.ts',
    words: "'npm', ['install'",
  },
  // In an empty folder, from a registry on this machine.
  {
    commands: /^(?:npm create kalends|cd town$|npm install$|npm start$)/,
    pages: /^packages\/create-kalends\//,
    file: 'scripts/rehearse-release.mjs',
    words: "'create', '--yes', 'kalends@latest'",
  },
  // Its packages are those of tests/mounts/package.json, because Kalends is not on npm yet.
  {
    commands: /^npm (?:install|run build|start)$/,
    pages: /^examples\/admin\//,
    file: 'tests/mounts/open-admin.ts',
    words: "tool('vite/bin/vite.js'), 'build'",
  },
  // The same packages and password; the pages are built, because the server of development answers the same.
  {
    commands: /^(?:npm install --no-save |EDITOR_PASSWORD=secret npm run dev$)/,
    pages: /^examples\/next\//,
    file: 'tests/mounts/next-app.test.ts',
    words: 'EDITOR_PASSWORD: password',
  },
  { commands: /^npm run tarballs$/, pages: /./, file: 'scripts/ci/run.sh', words: 'npm run tarballs' },
  {
    commands: /^(?:API=http:|curl )/,
    pages: /^docs\/guide\/fields-of-your-own\.md$/,
    file: 'tests/repository/documents/commands.test.ts',
    words: "textOf('docs/guide/fields-of-your-own.md')",
  },
  { commands: /^API=http:/, pages: /^docs\/http\/by-curl\.md$/, file: 'tests/repository/documents/commands.test.ts', words: 'const API =' },
  {
    commands: /^(?:npx kalends |export DATABASE_URL=)/,
    pages: /^(?:docs\/operate\/command-line|packages\/cli\/README)\.md$/,
    file: 'packages/cli/test/documented.deep.test.ts',
    words: "['docs/operate/command-line.md', 'packages/cli/README.md']",
  },
  {
    commands: /^npx openapi-typescript /,
    pages: /^docs\/http\/a-client-elsewhere\.md$/,
    file: 'tests/packages/openapi-clients.test.ts',
    words: 'openapi-typescript/bin/cli.js',
  },
  {
    commands: /./,
    pages: /^docs\/start\/getting-started\.md$/,
    file: 'tests/packages/first-steps.test.ts',
    words: 'docs/start/getting-started.md',
  },
  {
    commands: /^curl -i -X POST /,
    pages: /^docs\/http\/rest-api\.md$/,
    file: 'tests/repository/documents/commands.test.ts',
    words: "textOf('docs/http/rest-api.md')",
  },
  {
    commands: /^curl /,
    pages: /^docs\/http\/rest-reference\.md$/,
    file: 'packages/fetch/test/reference/reference.test.ts',
    words: 'rest-reference.md',
  },
]

describe('commands in documents', () => {
  const commands = documents.flatMap(({ path, text }) => readCommands(text).map((command) => ({ path, command })))
  const others = commands.filter(({ path, command }) => !(path === 'docs/http/by-curl.md' && command.startsWith('curl ')))

  test('are there', () => {
    expect(others.length).toBeGreaterThan(40)
  })

  test.each(others)('$path: $command', ({ path, command }) => {
    const runner = runners.find((one) => one.commands.test(command) && one.pages.test(path))
    expect(runner).toBeDefined()
    expect(readFileSync(join(root, runner?.file ?? ''), 'utf8')).toContain(runner?.words)
  })

  test('are all in blocks that say so', () => {
    const blocks = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/^```(\w*)$/gm)].map(([, language = '']) => `${path} ${language}`),
    )
    expect(blocks.filter((block) => / (?:bash|shell|console|zsh|cmd)$/.test(block))).toEqual([])
  })
})
