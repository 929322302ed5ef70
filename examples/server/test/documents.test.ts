import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCodes, errorMessages } from '@kalends/core'
import { describe, expect, test } from 'vitest'
import { statusOf } from '../../../packages/fetch/src/problem.ts'
import { buildApp } from '../app.ts'
import { readSettings } from '../settings.ts'
import { compile, readBlocks, readDocuments, readPrograms, root, run } from './documents.ts'
import { shellWords, toRequest } from './shell-words.ts'

const documents = readDocuments()
const textOf = (path: string): string => documents.find((document) => document.path === path)?.text ?? ''

describe('programs in documents', () => {
  const programs = readPrograms(documents)
  const shown = programs.filter(({ printed }) => printed !== undefined)

  test('are there, with those of the README first', () => {
    expect(programs.map(({ name }) => name)).toEqual(expect.arrayContaining(['README.md 1', 'README.md 2', 'docs/time-zones.md 1']))
    expect(
      readPrograms([{ path: 'README.md', text: textOf('README.md') }])[0]
        ?.code.trim()
        .split('\n')
        .filter((line) => line !== ''),
    ).toHaveLength(11)
  })

  test('compile', { timeout: 60_000 }, () => {
    expect(compile(programs)).toBe('')
  })

  test('mount a handler that answers', { timeout: 60_000 }, () => {
    const [, mounted] = programs
    const asked = `listen(0, async function () {
      const response = await fetch('http://127.0.0.1:' + Object(this.address()).port + '/calendar/events/v1/events')
      console.log(response.status, Object.keys(await response.json()))
      process.exit()
    })`
    expect(mounted?.code).toContain('listen(3000)')
    expect(run([{ name: '', printed: '', code: mounted?.code.replace('listen(3000)', asked) ?? '' }])).toEqual([
      "200 [ 'events', 'rest_url', 'total', 'total_pages' ]\n",
    ])
  })

  const printed = run(shown)
  test.each(shown.map((program, index) => ({ ...program, actual: printed[index] })))(
    'print what they are said to: $name',
    ({ printed: expected, actual }) => {
      expect(actual).toBe(expected)
    },
  )
})

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

describe('links in documents', () => {
  const slugOf = (heading: string): string =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-')
  const anchorsOf = (path: string): readonly string[] =>
    [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading))
  const links = documents.flatMap(({ path, text }) =>
    [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(
      ([, target = '', anchor]) => ({ path, target, anchor }),
    ),
  )

  test('are there', () => {
    expect(links.length).toBeGreaterThan(20)
  })

  test.each(links)('$path leads to $target#$anchor', ({ path, target, anchor }) => {
    const file = target === '' ? join(root, path) : join(root, dirname(path), target)
    expect(existsSync(file)).toBe(true)
    if (anchor !== undefined) expect(anchorsOf(file)).toContain(anchor)
  })
})

describe('docs/errors.md', () => {
  const entries = textOf('docs/errors.md').split(/^## /m).slice(1)

  test('has one entry for each code, in the order of the table', () => {
    expect(entries.map((entry) => /^`([a-z_]+)`\n/.exec(entry)?.[1])).toEqual(errorCodes)
  })

  test.each(errorCodes)('says status and message of %s', (code) => {
    const entry = entries.find((text) => text.startsWith(`\`${code}\``)) ?? ''
    expect(entry).toContain(`\n\n${statusOf[code]}. ${errorMessages[code]}`)
  })
})

describe('docs/design-notes.md', () => {
  const manifests = globSync(['package.json', 'packages/*/package.json', 'examples/*/package.json'], { cwd: root })
  const names = manifests.flatMap((path) => {
    const { dependencies, devDependencies, peerDependencies } = JSON.parse(readFileSync(join(root, path), 'utf8'))
    return Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })
  })
  const foreign = [...new Set(names)].filter((name) => !name.startsWith('@kalends/')).sort()

  test.each(foreign)('gives a reason for %s', (name) => {
    const tables = textOf('docs/design-notes.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    expect(tables.some((line) => line.split('|')[1]?.includes(`\`${name}\``))).toBe(true)
  })
})

describe('docs/getting-started.md', () => {
  test('has every setting of the server', () => {
    const table = textOf('docs/getting-started.md')
    const names = [...readFileSync(join(root, 'examples/server/settings.ts'), 'utf8').matchAll(/(?:get\(|environment\[)'([A-Z_]+)'/g)].map(
      ([, name]) => name ?? '',
    )
    expect(new Set(names).size).toBe(12)
    for (const name of names) expect(table).toContain(`\`${name}\``)
  })
})
