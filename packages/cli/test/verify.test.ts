import { writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openClub } from './program.ts'

async function openDamaged() {
  const opened = await openClub()
  const run = (statement: string): void => {
    const database = new DatabaseSync(opened.pathOf('calendar.db'))
    database.exec(statement)
    database.close()
  }
  return { ...opened, run }
}

test('verify names each problem, and --repair mends what can be mended', async () => {
  const { call, run } = await openDamaged()
  run(`update kalends_event_counts set events = events + 1;
    delete from kalends_events where title = 'Chess' and start_local like '2031-06-08%';
    insert into kalends_event_texts (kalends_event_texts, rowid, text) select 'delete', id, search_text from kalends_events where id = 1`)
  const found = await call(['verify', '--json'])
  const problems = (answer: typeof found) => {
    // The document of the command.
    const { ok, checks } = answer.json() as { ok: boolean; checks: Record<string, { findings: readonly { problem: string }[] }> }
    return {
      ok,
      ...Object.fromEntries(Object.entries(checks).map(([name, { findings }]) => [name, findings.map(({ problem }) => problem)])),
    }
  }
  expect(found.code).toBe(1)
  expect(problems(found)).toEqual({
    ok: false,
    links: [],
    searchIndex: ['missing_text'],
    counts: ['wrong_count'],
    series: ['missing_occurrence'],
  })
  const { code, stdout } = await call(['verify', '--repair'])
  expect([code, stdout.split('\n')[0]]).toEqual([0, expect.stringMatching(/^Links of events: in order \(\d+ rows read\)$/)])
  expect(stdout).toMatch(/^Series and their occurrences: repaired .*\n {2}missing_occurrence of 1 event: 2 \(2031-06-08/m)
  expect(problems(await call(['verify', '--json']))).toMatchObject({ ok: true, searchIndex: [], counts: [], series: [] })
})

test('links are found and not repaired; an archive has new ones', async () => {
  const { call, pathOf, prepare, run } = await openDamaged()
  run('update kalends_event_venues set start_wall = start_wall + 1')
  for (const words of [['verify'], ['verify', '--repair']])
    expect(await call(words)).toMatchObject({ code: 1, stdout: expect.stringContaining('different_link of 1 event: 1 (event_venues)') })
  const [archive, other] = [pathOf('a.ndjson'), `sqlite:${pathOf('other.db')}`]
  await prepare('archive', archive)
  await prepare('restore', archive, '--database', other)
  await prepare('verify', '--database', other)
})

test('values of fields are checked by a module that declares them', async () => {
  const { call, run, pathOf } = await openDamaged()
  await writeFile(pathOf('package.json'), '{ "type": "module" }')
  await writeFile(
    pathOf('fields.ts'),
    `const schema = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) =>
      value === undefined || value === 'pro' ? { value } : { issues: [{ message: 'must be pro' }] } } }
export const fields = { event: { level: { schema } } }
`,
  )
  expect(await call(['verify', '--fields', 'fields.ts'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('declared fields: in order'),
  })
  run(`update kalends_events set fields = '{"v":{"level":"late"},"k":{}}' where id = 1`)
  expect(await call(['verify', '--fields', 'fields.ts'])).toMatchObject({
    ...{ code: 1, stdout: expect.stringContaining('invalid_value of 1 event in the field level: 1 (must be pro)') },
  })
  await writeFile(pathOf('other.ts'), 'export const colours = {}')
  expect(await call(['verify', '--fields', 'other.ts'])).toMatchObject({ code: 2, stderr: expect.stringContaining('exports fields') })
})

test('rezone computes instants again, and a dry run only reports', async () => {
  const { call, run } = await openDamaged()
  run('update kalends_events set start_ms = start_ms + 3600000 where id = 1')
  expect(await call(['rezone', '--dry-run'])).toMatchObject({
    code: 0,
    stdout: '1 event of 7 would change.\n  stale_times of 1 event: 1\n',
  })
  expect(await call(['rezone'])).toMatchObject({ code: 0, stdout: '1 event of 7 changed.\n  stale_times of 1 event: 1\n' })
  expect((await call(['rezone', '--json'])).json()).toMatchObject({ checked: 7, changed: 0 })
})
