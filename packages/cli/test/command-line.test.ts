import { describe, expect, test } from 'vitest'
import { commands } from '../src/commands/commands.ts'
import { kalends, openFolder, runHere } from './program.ts'

describe('the help', () => {
  test('lists all commands, also without a word', async () => {
    const { folder } = await openFolder()
    const asked = await kalends(['--help'], { folder })
    expect(asked).toMatchObject({ code: 0, stderr: '' })
    expect(await runHere([])).toEqual({ code: 0, stdout: asked.stdout, stderr: '' })
    for (const name of Object.keys(commands)) expect(asked.stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'))
  })

  test('of a command lists its options, and needs no database', async () => {
    const { code, stdout, stderr } = await runHere(['import', '--help'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^Usage: kalends import FILE \[OPTIONS\]\n/)
    for (const name of ['database URL', 'dry-run', 'json', 'help']) expect(stdout).toContain(`  --${name} `)
  })

  test('fits into a terminal of 120 columns, and says what each option does', () => {
    for (const [name, { summary, details = [], options }] of Object.entries(commands)) {
      const lines = [summary, ...details, ...Object.values(options).map(({ text }) => `${' '.repeat(24)}${text}`)]
      expect(
        lines.filter((line) => line.length > 120),
        name,
      ).toEqual([])
    }
  })

  test('the version is that of the package', async () => {
    const { folder } = await openFolder()
    expect((await kalends(['--version'], { folder })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

describe('wrong usage is one sentence, and exit code 2:', () => {
  test.each([
    [['mirgate'], 'There is no command "mirgate"; kalends --help lists them.'],
    [['constructor'], 'There is no command "constructor"; kalends --help lists them.'],
    [['migrate', '--verbose'], 'kalends migrate has no option --verbose; kalends migrate --help lists them.'],
    [['migrate', '--database'], "Option '--database <value>' argument missing."],
    [['migrate', '--database='], '--database has no value.'],
    [['migrate'], /^Name the database by --database or by the variable DATABASE_URL: sqlite:PATH, .*\.$/],
    [['migrate', '--database', 'calendar.db'], /^--database must be sqlite:PATH, .*, not "calendar\.db"\.$/],
    [['migrate', '--database', 'oracle://u:secret@h/d'], /^--database must be .*, not "oracle:\/\/u:\*\*\*@h\/d"\.$/],
    [['migrate', '--database', 'sqlite:a.db', '--prefix', '1'], /^A table prefix is made of /],
    [
      ['migrate', '--database', 'sqlite:a.db', '--time-zone', 'Mars'],
      'timeZone must be a time zone such as Europe/Berlin or UTC, not Mars.',
    ],
    [['migrate', '--database', 'sqlite:a.db', '--fields', 'fields.ts'], '--fields fields.ts does not exist.'],
    [['migrate', 'now', '--database', 'sqlite:a.db'], 'kalends migrate does not take "now".'],
    [['archive'], 'kalends archive needs FILE.'],
    [['archive', '-', '--json'], '--json needs a FILE, because the archive itself goes to stdout.'],
    [['export', 'events.txt'], 'Name the format by --format ics|csv|jsonld|geojson.'],
    [['export', '--format', 'pdf'], '--format must be one of ics, csv, jsonld, geojson, not "pdf".'],
    [['import', '-'], 'Name the source of stdin by --source.'],
    [['serve', '--port', '99999', '--database', 'sqlite:a.db'], '--port must be a whole number from 0 to 65535, not "99999".'],
  ])('%j', async (words, message) => {
    const { code, stdout, stderr } = await runHere(words)
    expect([code, stdout]).toEqual([2, words.includes('--json') ? expect.stringContaining('"usage"') : ''])
    expect(stderr.trimEnd()).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
    expect(stderr.match(/\n/g)).toHaveLength(1)
  })

  test('with --json it is a document, too', async () => {
    const { folder } = await openFolder()
    const answer = await kalends(['pending', '--json'], { folder })
    expect(answer.code).toBe(2)
    expect(answer.json()).toEqual({ error: { code: 'usage', message: answer.stderr.trimEnd() } })
  })
})
