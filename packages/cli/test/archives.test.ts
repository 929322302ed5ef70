import { readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { createCalendar } from '@kalends/core'
import { createSources } from '@kalends/import'
import { kyselyImports, kyselySources, migrateSources } from '@kalends/import/kysely'
import { kyselyStore } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { openClub } from './program.ts'

const other = ['--database', 'sqlite:other.db']

test('an archive is restored on another database, byte for byte', async () => {
  const { call, pathOf } = await openClub()
  expect(await call(['archive', 'calendar.ndjson'])).toMatchObject({
    ...{ code: 0, stdout: 'calendar.ndjson has 1 term, 1 venue, 0 organizers, 7 events, 2 rows of imports.\n', stderr: '' },
  })
  const restored = await call(['restore', 'calendar.ndjson', ...other, '--json'])
  expect([restored.code, restored.json()]).toEqual([0, { terms: 1, venues: 1, organizers: 0, events: 7, rows: 2 }])
  expect((await call(['archive', '-', ...other])).stdout).toBe(await readFile(pathOf('calendar.ndjson'), 'utf8'))
  expect(await call(['verify', ...other])).toMatchObject({ code: 0 })
  expect((await call(['import', 'club.ics', ...other, '--json'])).json()).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
})

test('an archive has the sources that an application reads again', async () => {
  const { call, pathOf } = await openClub()
  const sourcesOf = async (file: string) => {
    const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(pathOf(file)) })
    await migrateSources(db)
    const sources = createSources(createCalendar({ store: kyselyStore(db) }), {
      ...{ store: kyselySources(db), records: kyselyImports(db), readers: { ics: () => [] }, fetch: async () => new Response() },
    })
    return { sources, close: () => db.destroy() }
  }
  const from = await sourcesOf('calendar.db')
  await from.sources.create({ name: 'club', kind: 'ics', address: 'https://club.example.org/a.ics' })
  const listed = await from.sources.list()
  await from.close()
  expect((await call(['archive', 'calendar.ndjson', '--json'])).json()).toMatchObject({ rows: 3 })
  expect((await call(['restore', 'calendar.ndjson', ...other, '--json'])).json()).toMatchObject({ rows: 3 })
  const to = await sourcesOf('other.db')
  expect(await to.sources.list()).toEqual(listed)
  await to.close()
})

test('archives go through pipes, and through gzip by their name', async () => {
  const { call, pathOf } = await openClub()
  const { stdout, stderr } = await call(['archive', '-'])
  expect(stderr).toBe('The archive has 1 term, 1 venue, 0 organizers, 7 events, 2 rows of imports.\n')
  expect((await call(['archive', 'calendar.ndjson.gz', '--json'])).json()).toMatchObject({ file: 'calendar.ndjson.gz', events: 7 })
  expect(gunzipSync(await readFile(pathOf('calendar.ndjson.gz'))).toString()).toBe(stdout)
  expect(await call(['restore', '-', ...other], { input: stdout })).toMatchObject({ code: 0 })
  expect(await call(['restore', 'calendar.ndjson.gz', '--database', 'sqlite:third.db'])).toMatchObject({ code: 0 })
})

test('what cannot be restored is exit code 4, and the database stays empty', async () => {
  const { call, pathOf, prepare } = await openClub()
  await prepare('archive', pathOf('calendar.ndjson'))
  const text = await readFile(pathOf('calendar.ndjson'), 'utf8')
  await writeFile(pathOf('cut.ndjson'), text.slice(0, -200))
  await writeFile(pathOf('cut.ndjson.gz'), 'no gzip')
  for (const file of ['cut.ndjson', 'cut.ndjson.gz', 'gone.ndjson', '.'])
    expect(await call(['restore', file, ...other]), file).toMatchObject({
      code: 4,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]+\n$/),
    })
  expect(await call(['restore', 'calendar.ndjson', ...other])).toMatchObject({ code: 0 })
  expect(await call(['restore', 'calendar.ndjson', ...other])).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('The store has '),
  })
})

test('a file that cannot be written is exit code 4, and no part of it is left', async () => {
  const { call, folder, pathOf } = await openClub()
  await mkdir(pathOf('folder'))
  for (const file of ['nowhere/calendar.ndjson', 'folder'])
    expect(await call(['archive', file])).toMatchObject({
      code: 4,
      stdout: '',
      stderr: expect.stringContaining(`${file} cannot be written: `),
    })
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})
