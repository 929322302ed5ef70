import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportMissing } from '../../../packages/formats/test/oracles/report-missing.ts'
import { programEnvironment } from '../../../tests/lanes/program-environment.ts'
import { type RunningServer, startServer } from './running-server.ts'

const missing = ['vdirsyncer', 'khal', 'calcurse'].filter((program) => spawnSync(program, ['--version']).status !== 0)
reportMissing(missing, 'subscriptions of calendar programs')

const days = ['2031-06-01', '2031-07-31']

// biome-ignore lint/plugin: a machine without these programs cannot run them, and says so; CI requires them.
describe.skipIf(missing.length > 0)('calendar programs that subscribe to the server', () => {
  let folder: string
  let server: RunningServer
  let address: string
  const run = async (program: string, ...args: readonly string[]): Promise<readonly string[]> => {
    const env = { ...programEnvironment, HOME: folder, LANG: 'C.UTF-8', TZ: 'Europe/Berlin' }
    const { stdout } = await promisify(execFile)(program, args, { cwd: folder, env })
    return stdout.split('\n').filter((line) => line !== '')
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kalends-programs-'))
    server = await startServer({ STORE: 'memory', DEMO: '0', TIME_ZONE: 'Europe/Berlin' })
    address = `${server.url}/calendar/events/v1/events.ics?end_date=2032-01-01`
    writeFileSync(join(folder, 'vdirsyncer.conf'), vdirsyncerSettings(address))
    writeFileSync(join(folder, 'khal.conf'), khalSettings(folder))
    mkdirSync(join(folder, 'town'))
    await run('vdirsyncer', '--config=vdirsyncer.conf', 'discover')
  })
  afterAll(async () => {
    await server.stop('SIGTERM')
    rmSync(folder, { recursive: true })
  })

  /** What khal shows of the calendar that vdirsyncer keeps up to date. */
  const readKhal = async (format = '{start} {end-time} {cancelled}{title}'): Promise<readonly string[]> => {
    await run('vdirsyncer', '--config=vdirsyncer.conf', 'sync')
    return run('khal', '--config=khal.conf', 'list', `--format=${format}`, '--day-format=', ...days)
  }

  /** What calcurse shows of the calendar that was imported anew. */
  const readCalcurse = async (): Promise<readonly string[]> => {
    const data = mkdtempSync(join(folder, 'calcurse-'))
    writeFileSync(join(data, 'town.ics'), await (await fetch(address)).text())
    await run('calcurse', '--quiet', `--datadir=${data}`, `--import=${join(data, 'town.ics')}`)
    const format = '%(start:%Y-%m-%d %H:%M) %(end:%H:%M) %m\\n'
    const lines = await run(
      ...(['calcurse', `--datadir=${data}`, '--input-datefmt=4', '--query', `--from=${days[0]}`, `--to=${days[1]}`] as const),
      ...[`--format-apt=${format}`, `--format-recur-apt=${format}`],
    )
    return lines.filter((line) => line.startsWith('2031'))
  }

  const idAt = async (startDate: string): Promise<unknown> => {
    const { body } = await server.ask('GET', `events?start_date=${days[0]}&end_date=${days[1]}`)
    return (body['events'] as readonly Record<string, unknown>[]).find((event) => event['start_date'] === startDate)?.['id']
  }
  const change = async (startDate: string, fields: object): Promise<void> => {
    expect((await server.ask('POST', `events/${await idAt(startDate)}`, fields)).status).toBe(200)
  }

  test('list its events, and its changes after the next synchronization', async () => {
    await server.ask('POST', 'events', { title: 'Choir', start_date: '2031-06-03 19:30', end_date: '2031-06-03 21:00' })
    await server.ask('POST', 'events', {
      ...{ title: 'Market', start_date: '2031-06-06 08:00', end_date: '2031-06-06 12:00' },
      recurrence: 'FREQ=WEEKLY;COUNT=5',
    })
    const before = [
      '2031-06-03 19:30 21:00 Choir',
      ...['06-06', '06-13', '06-20', '06-27', '07-04'].map((day) => `2031-${day} 08:00 12:00 Market`),
    ]
    expect(await readKhal()).toEqual(before)
    expect(await readCalcurse()).toEqual(before)

    await change('2031-06-03 19:30:00', { title: 'Choir and band', start_date: '2031-06-03 20:00', end_date: '2031-06-03 22:00' })
    expect((await server.ask('DELETE', `events/${await idAt('2031-06-27 08:00:00')}`)).status).toBe(200)
    const after = ['2031-06-03 20:00 22:00 Choir and band', ...before.slice(1).filter((line) => !line.startsWith('2031-06-27'))]
    expect(await readKhal()).toEqual(after)
    expect(await readCalcurse()).toEqual(after)

    await change('2031-06-13 08:00:00', { event_status: 'cancelled' })
    await change('2031-06-20 08:00:00', { start_date: '2031-06-21 09:00', end_date: '2031-06-21 13:00' })
    expect(await readKhal()).toEqual([
      '2031-06-03 20:00 22:00 Choir and band',
      '2031-06-06 08:00 12:00 Market',
      '2031-06-13 08:00 12:00 CANCELLED Market',
      '2031-06-21 09:00 13:00 Market',
      '2031-07-04 08:00 12:00 Market',
    ])
    const { body } = await server.ask('POST', 'categories', { name: 'Music' })
    await change('2031-06-03 20:00:00', { categories: [body['id']] })
    expect((await readKhal('{title} {categories}'))[0]).toBe('Choir and band Music')
    expect((await server.ask('PATCH', `categories/${body['id']}`, { name: 'Concerts' })).status).toBe(200)
    expect((await readKhal('{title} {categories}'))[0]).toBe('Choir and band Concerts')

    // calcurse ignores RECURRENCE-ID and STATUS: a changed date of a series is listed besides the date that it replaces.
    expect(await readCalcurse()).toEqual([
      '2031-06-03 20:00 22:00 Choir and band',
      '2031-06-06 08:00 12:00 Market',
      '2031-06-13 08:00 12:00 Market',
      '2031-06-13 08:00 12:00 Market',
      '2031-06-20 08:00 12:00 Market',
      '2031-06-21 09:00 13:00 Market',
      '2031-07-04 08:00 12:00 Market',
    ])
  })
})

const vdirsyncerSettings = (url: string): string => `[general]
status_path = "status"
[pair town]
a = "remote"
b = "local"
collections = null
[storage remote]
type = "http"
url = "${url}"
[storage local]
type = "filesystem"
path = "town"
fileext = ".ics"
`

const khalSettings = (folder: string): string => `[calendars]
[[town]]
path = ${folder}/town
readonly = True
[sqlite]
path = ${folder}/khal.db
[locale]
local_timezone = Europe/Berlin
default_timezone = Europe/Berlin
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
`
