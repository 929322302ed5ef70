import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { programEnvironment } from '../../../tests/lanes/program-environment.ts'
import { help, readFlags, UsageError, withDefaults } from '../src/flags.ts'
import { run } from '../src/run.ts'
import { packageNameOf } from '../src/write-app.ts'

const desk = mkdtempSync(join(tmpdir(), 'create-kalends-'))
afterAll(() => rmSync(desk, { recursive: true, force: true }))

/** Runs the program without a terminal. */
async function call(words: readonly string[], userAgent?: string) {
  const texts = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof texts) => ({ write: (text: string) => (texts[name] += text) })
  const code = await run({ words, stdout: stream('stdout'), stderr: stream('stderr'), isInteractive: false, userAgent })
  return { code, ...texts }
}

describe('words', () => {
  test.each([
    [[], 'node', 'sqlite', 'none', true],
    [['--framework', 'hono', '--store=pglite', '--sign-in', 'session', '--no-demo-data'], 'hono', 'pglite', 'session', false],
    [['town', '--framework', 'durable-object'], 'durable-object', null, 'none', true],
  ] as const)('%j', (words, framework, store, signIn, demoData) => {
    expect(withDefaults(readFlags(words)).choices).toEqual({ framework, store, signIn, demoData })
  })

  test.each([
    [['--framework', 'rails'], '--framework must be one of node, hono,'],
    [['--store', 'oracle'], '--store must be one of sqlite, postgres, mysql, pglite, not "oracle".'],
    [['--framework', 'durable-object', '--store', 'sqlite'], 'durable-object has a database of its own: leave out --store.'],
    [['--colour'], "Unknown option '--colour'. --help lists the options."],
    [['one', 'two'], 'There is one folder, so what is "two"?'],
  ])('%j are refused', (words, sentence) => {
    expect(() => readFlags(words)).toThrow(UsageError)
    expect(() => readFlags(words)).toThrow(sentence)
  })
})

describe('the program', () => {
  test('writes an application, and says what to type next', async () => {
    const folder = join(desk, 'Our Town')
    const { code, stdout } = await call([folder, '--yes', '--store', 'postgres', '--sign-in', 'session'], 'pnpm/12.21.0 npm/? node/v24')
    expect(code).toBe(0)
    expect(stdout).toBe(
      [
        `The application is in ${folder}. Now:`,
        '',
        `  cd ${folder}`,
        '  # set DATABASE_URL in .env to your database: PostgreSQL',
        '  pnpm install',
        '  pnpm start',
        '',
        'Editors sign in with EDITOR_PASSWORD of the file .env.',
        '',
      ].join('\n'),
    )
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name).toBe('our-town')
    const [, password = '', secret = ''] =
      /^EDITOR_PASSWORD=(\S+)\nSESSION_SECRET=(\S+)$/m.exec(readFileSync(join(folder, '.env'), 'utf8')) ?? []
    expect([password.length, secret.length]).toEqual([16, 43])
  })

  test('asks nothing without a terminal, and writes nothing', async () => {
    const folder = join(desk, 'unanswered')
    expect(await call([folder])).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining('There is nobody to ask') })
    expect(existsSync(folder)).toBe(false)
    expect((await call([folder, '--framework', 'durable-object', '--sign-in', 'none', '--demo-data'])).code).toBe(0)
  })

  test('leaves a folder alone that has files, but for a new repository', async () => {
    const folder = join(desk, 'used')
    mkdirSync(join(folder, '.git'), { recursive: true })
    writeFileSync(join(folder, 'notes.txt'), 'mine')
    expect(await call([folder, '--yes'])).toMatchObject({ code: 2, stderr: `The folder ${folder} has files already.\n` })
    rmSync(join(folder, 'notes.txt'))
    expect((await call([folder, '--yes'])).code).toBe(0)
  })

  test('runs as a command, and prints its help', () => {
    const program = [new URL('../src/create-kalends.ts', import.meta.url).pathname]
    const options = { encoding: 'utf8', env: programEnvironment } as const
    expect(execFileSync(process.execPath, ['--no-warnings', ...program, '--help'], options)).toBe(help)
    const { status, stderr } = spawnSync(process.execPath, ['--no-warnings', ...program, '--framework', 'rails'], options)
    expect([status, stderr]).toEqual([2, expect.stringContaining('--framework must be one of')])
  })

  test.each([
    ['/tmp/My Town', 'my-town'],
    ['/tmp/Straße_1', 'stra-e-1'],
    ['/tmp/東京', 'calendar'],
  ])('%s is the package %s', (folder, name) => {
    expect(packageNameOf(folder)).toBe(name)
  })
})
