import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { closedPort, clubFile, ended, openCalendar, start } from './program.ts'

const nothing = { created: 0, updated: 0, unchanged: 0, trashed: 0, skipped: [], warnings: [], doubtful: [], incomplete: null }

test('an import reports what it does, and once more it does nothing', async () => {
  const { here, pathOf } = await openCalendar()
  await writeFile(pathOf('club.ics'), clubFile())
  expect(await here('import', pathOf('club.ics'))).toMatchObject({
    ...{ code: 0, stdout: '2 created, 0 updated, 0 unchanged, 0 trashed, 0 skipped.\n', stderr: '' },
  })
  const again = await here('import', pathOf('club.ics'), '--json')
  expect([again.code, again.json()]).toEqual([0, { ...nothing, source: 'club.ics', unchanged: 2 }])
})

test('a dry run writes nothing, and makes no table', async () => {
  const { here, pathOf } = await openCalendar()
  await writeFile(pathOf('club.ics'), clubFile())
  for (const _ of [1, 2]) expect((await here('import', pathOf('club.ics'), '--dry-run', '--json')).json()).toMatchObject({ created: 2 })
  expect(await here('export', pathOf('all.csv'), '--format', 'csv')).toMatchObject({ code: 0 })
  expect((await readFile(pathOf('all.csv'), 'utf8')).trim().split('\r\n')).toHaveLength(1)
})

test('skipped items are exit code 1, each with its line', async () => {
  const { here, pathOf } = await openCalendar()
  await writeFile(pathOf('club.ics'), clubFile({ isBroken: true }))
  const { code, stdout } = await here('import', pathOf('club.ics'))
  expect([code, stdout.split('\n').slice(1, 3)]).toEqual([1, ['Skipped:', '  line 21, 3@club.example: The event has no DTSTART.']])
})

test('events that the source no longer has go to the trash on request, unless the source is cut', async () => {
  const { call, here, pathOf } = await openCalendar()
  const words = ['import', '-', '--source', 'club', '--format', 'ics', '--on-missing', 'trash', '--json']
  // The series is one of two coming events, and at most a third may be missing.
  const events = Array.from({ length: 3 }, (_, at) => clubFile().replaceAll('@club', `-${at}@club`).split('\r\n').slice(3, 12).join('\r\n'))
  const file = clubFile().replace('BEGIN:VEVENT', `${events.join('\r\n')}\r\nBEGIN:VEVENT`)
  expect((await call(words, { input: file })).json()).toMatchObject({ created: 5, trashed: 0 })
  const importAgain = async (text: string) => {
    await writeFile(pathOf('club.ics'), text)
    return here(...words.with(1, pathOf('club.ics')))
  }
  const cut = await importAgain(file.slice(0, -40))
  expect([cut.code, cut.json()]).toEqual([1, expect.objectContaining({ trashed: 0, incomplete: expect.anything() })])
  expect((await importAgain(file.replace(/BEGIN:VEVENT\r\nUID:2@[\s\S]*?END:VEVENT\r\n/, ''))).json()).toMatchObject({ trashed: 1 })
})

test('a table in CSV is imported by the columns that are named', async () => {
  const { here, pathOf } = await openCalendar()
  await writeFile(pathOf('termine.csv'), 'Titel;Beginn;Uhrzeit;Ort\nChor;31.5.2031;19:30;Alte Brauerei\n')
  const columns = ['title=Titel', 'start=Beginn', 'startTime=Uhrzeit', 'venue=Ort'].flatMap((column) => ['--column', column])
  expect((await here('import', pathOf('termine.csv'), ...columns, '--time-zone', 'Europe/Berlin', '--json')).json()).toMatchObject({
    created: 1,
  })
  expect(await here('export', pathOf('all.ics'), '--format', 'ics')).toMatchObject({ code: 0 })
  expect(await readFile(pathOf('all.ics'), 'utf8')).toContain('DTSTART;TZID=Europe/Berlin:20310531T193000\r\n')
  expect(await here('import', pathOf('termine.csv'), '--column', 'titel=Titel')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('titel'),
  })
})

const page = `<!doctype html><script type="application/ld+json">
  { "@context": "https://schema.org", "@type": "Event", "name": "Fair", "startDate": "2031-07-01T10:00", "endDate": "2031-07-01T12:00" }
</script>`

test('an address is read by its type, and one that does not answer is exit code 4', async () => {
  const { here, pathOf } = await openCalendar()
  const server = createServer((request, response) => {
    if (request.url === '/club') response.setHeader('Content-Type', 'text/calendar; charset=utf-8').end(clubFile())
    else if (request.url === '/page') response.setHeader('Content-Type', 'text/html').end(page)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  expect((await here('import', `${url}/club`, '--json')).json()).toMatchObject({ source: `${url}/club`, created: 2 })
  expect((await here('import', `${url}/page`, '--json')).json()).toMatchObject({ source: `${url}/page`, created: 1 })
  expect(await here('import', `${url}/gone.ics`)).toMatchObject({ code: 4, stderr: `${url}/gone.ics cannot be read: it answers 404.\n` })
  const away = `http://127.0.0.1:${await closedPort()}/a.ics`
  expect(await here('import', away)).toMatchObject({
    code: 4,
    stderr: expect.stringContaining(`${away} cannot be read: connect ECONNREFUSED`),
  })
  expect(await here('import', pathOf('gone.ics'))).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('gone.ics cannot be read: ENOENT'),
  })
})

test('the secrets of an address are no part of its name, and a compressed file is decompressed', async () => {
  const { here } = await openCalendar()
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    if (path.endsWith('/twice.ics.gz')) response.setHeader('Content-Encoding', 'gzip').end(gzipSync(clubFile()))
    else if (path.endsWith('.ics.gz')) response.end(gzipSync(clubFile()))
    else if (path.endsWith('.ics')) response.end(clubFile())
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const secret = '0123456789abcdef'
  const rows: readonly (readonly [path: string, name: string, created: number])[] = [
    ['/club.ics.gz', '/club.ics.gz', 2],
    ['/twice.ics.gz', '/twice.ics.gz', 0],
    [`/feed.ics?key=${secret}`, '/feed.ics (', 0],
    [`/private-${secret}/basic.ics`, '/…/basic.ics (', 0],
    [`/gone?key=${secret}`, '/gone (', -1],
    [`/${secret}/gone`, '/…/gone (', -1],
  ]
  const names = new Set<string>()
  for (const [path, name, created] of rows) {
    const answer = await here('import', `${url}${path}`, '--json')
    expect(answer.stdout + answer.stderr, path).not.toContain(secret)
    if (created < 0) expect([answer.code, answer.stdout], path).toEqual([4, expect.stringContaining(`${url}${name}`)])
    else {
      const report = answer.json() as { readonly source: string; readonly created: number }
      expect(report, path).toMatchObject({ source: expect.stringContaining(`${url}${name}`), created })
      names.add(report.source)
    }
  }
  expect(names.size).toBe(4)
  const again = (await here('import', `${url}/feed.ics?key=other`, '--json')).json() as { readonly source: string }
  expect(names.has(again.source)).toBe(false)
  expect(await here('import', `${url.replace('//', '//user:word@')}/club.ics`)).toMatchObject({
    ...{ code: 2, stdout: '', stderr: 'An address cannot have a user and a password in it.\n' },
  })
  expect(await here('import', 'webcal://user:word@127.0.0.1:99999/club.ics')).toMatchObject({
    ...{ code: 2, stdout: '', stderr: 'The address is not valid.\n' },
  })
})

test('an option of another format is refused by its name', async () => {
  const { here, pathOf } = await openCalendar()
  await writeFile(pathOf('club.ics'), clubFile())
  await writeFile(pathOf('club.csv'), 'title,start\n')
  await writeFile(pathOf('club.json'), '{}')
  for (const [file, option, value, format] of [
    ['club.ics', '--column', 'title=Titel', 'csv, and the source is ics'],
    ['club.ics', '--dates', 'DD/MM/YYYY', 'csv, and the source is ics'],
    ['club.ics', '--user', 'editor', 'the-events-calendar, and the source is ics'],
    ['club.csv', '--categories', 'tags', 'ics, and the source is csv'],
    ['club.json', '--categories', 'tags', 'ics, and the source is jsonld'],
  ] as const)
    expect(await here('import', pathOf(file), option, value)).toMatchObject({ code: 2, stderr: `${option} is for the format ${format}.\n` })
  expect(await here('import', pathOf('club.csv'), '--dates', 'DD/MM/YYYY')).toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('--dates needs --column') },
  })
})

test('a site needs an address and, for a user, a password; one that is none is incomplete', async () => {
  const { here, pathOf } = await openCalendar()
  await writeFile(pathOf('club.ics'), clubFile())
  const format = ['--format', 'the-events-calendar', '--json']
  expect(await here('import', pathOf('club.ics'), ...format)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the address of a site'),
  })
  const asUser = ['import', 'http://127.0.0.1:1', ...format, '--user', 'editor']
  expect(await here(...asUser)).toMatchObject({ code: 2, stderr: expect.stringContaining('KALENDS_PASSWORD') })
  const server = createServer((_, response) => void response.writeHead(404).end()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`
  const answer = await here('import', url, ...format)
  expect([answer.code, answer.json()]).toEqual([
    1,
    { ...nothing, source: url, incomplete: expect.objectContaining({ code: expect.anything() }) },
  ])
})

test('a signal ends an import that waits for its source', async () => {
  const { here, folder, environment } = await openCalendar()
  const words = ['import', '-', '--source', 'club', '--format', 'ics', '--json']
  const child = start(words, { folder, environment: { ...environment, NODE_DEBUG: 'kalends' } })
  const end = ended(child)
  child.stdin.write(clubFile().slice(0, -40))
  await once(child.stderr, 'data')
  child.kill('SIGINT')
  const answer = await end
  expect([answer.code, answer.json()]).toEqual([130, { error: { code: 'stopped', message: 'Stopped by SIGINT.' } }])
  expect(await here('verify')).toMatchObject({ code: 0 })
})
