import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { programEnvironment } from '../../../tests/lanes/program-environment.ts'
import { clubFile, ended, openFolder, program, start } from './program.ts'

const pages = ['docs/operate/command-line.md', 'packages/cli/README.md']

/** The commands of each block of a page, and what the page says that they print. The packages are not on npm yet. */
const blocksOf = (page: string) =>
  [
    ...readFileSync(fileURLToPath(new URL(`../../../${page}`, import.meta.url)), 'utf8').matchAll(
      /^```sh\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```\n)?/gm,
    ),
  ].flatMap(([, code = '', printed]) => (code.startsWith('npm install') ? [] : [{ code, printed }]))

/** A folder with the files that the page names, a site that has the subscription, and an `npx` that starts the program from source. */
async function openDesk() {
  const { folder, pathOf } = await openFolder()
  writeFileSync(pathOf('club.ics'), clubFile())
  writeFileSync(pathOf('termine.csv'), 'Titel;Beginn;Uhrzeit;Ort\nChor;31.5.2031;19:30;Alte Brauerei\n')
  mkdirSync(pathOf('bin'))
  const shim = `#!/bin/sh\nshift\nexec '${process.execPath}' --conditions=@kalends/source '${program}' "$@"\n`
  writeFileSync(pathOf('bin/npx'), shim, { mode: 0o755 })
  const site = createServer((_, response) => void response.end(clubFile().replaceAll('@club', '@other'))).listen(0, '127.0.0.1')
  onTestFinished(() => void site.close())
  await once(site, 'listening')
  const address = site.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const { PATH = '' } = programEnvironment
  const environment = { ...programEnvironment, PATH: `${join(folder, 'bin')}${delimiter}${PATH}`, DATABASE_URL: 'sqlite:calendar.db' }
  return {
    folder,
    run: async (code: string): Promise<string> => {
      const here = code.replaceAll('https://club.example.org', url).replaceAll('postgres://town@127.0.0.1:5432/town', 'sqlite:moved.db')
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', here], { cwd: folder, env: environment })
      return stdout
    },
  }
}

test.each(pages)('the commands of %s do what the page says, in its order', { timeout: 600_000 }, async (page) => {
  const { folder, run } = await openDesk()
  const blocks = blocksOf(page)
  expect(blocks).not.toEqual([])
  for (const { code, printed } of blocks) {
    const served = /^npx kalends (serve .*)\n$/.exec(code)?.[1]
    if (served !== undefined) {
      const words = served.replace('3000', '0').split(' ')
      const child = start(words, { folder, environment: { DATABASE_URL: 'sqlite:calendar.db' } })
      const end = ended(child)
      await once(child.stderr, 'data')
      child.kill('SIGINT')
      expect(await end).toMatchObject({ code: 0 })
    } else {
      const stdout = await run(code)
      if (printed !== undefined) expect(stdout).toBe(printed)
    }
  }
  if (page === 'packages/cli/README.md') return
  expect(readFileSync(join(folder, 'music.csv'), 'utf8')).toContain('Choir')
  expect(await run('npx kalends archive - --database sqlite:moved.db')).toBe(await run('npx kalends archive -'))
})
