import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { clubFile, kalends, openClub, runHere } from './program.ts'

describe('an export', () => {
  test.each([
    ['ics', /^BEGIN:VCALENDAR\r\n[\s\S]*SUMMARY:Choir\r\n[\s\S]*RRULE:FREQ=WEEKLY;COUNT=5\r\n/],
    ['csv', /^id,uid,title,[\s\S]*\n1,1@club\.example,Choir,/],
    ['jsonld', /"@type":\s?"Event"/],
    ['geojson', /^\{"type":"FeatureCollection"/],
  ])('as %s goes to stdout, or to a file by its name', async (format, pattern) => {
    const { call, pathOf } = await openClub()
    const { code, stdout, stderr } = await call(['export', '--format', format])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(pattern)
    const file = `events.${format}`
    const answer = await call(['export', file, '--json'])
    expect([answer.code, answer.json()]).toEqual([0, { file, format, bytes: Buffer.byteLength(stdout) }])
    expect(await readFile(pathOf(file), 'utf8')).toBe(stdout)
  })

  test('takes the filters of the interface, and refuses others', async () => {
    const { pathOf } = await openClub()
    const file = pathOf('events.csv')
    const exported = (...words: readonly string[]) =>
      runHere(['export', file, ...words], { DATABASE_URL: `sqlite:${pathOf('calendar.db')}` })
    const titles = async (...filters: readonly string[]) => {
      expect(await exported(...filters.flatMap((filter) => ['--filter', filter]))).toMatchObject({ code: 0 })
      return (await readFile(file, 'utf8')).match(/Choir|Chess/g)
    }
    expect(await titles()).toEqual(['Choir', ...Array(5).fill('Chess')])
    expect(await titles('categories=music')).toEqual(['Choir'])
    expect(await titles('from=2031-06-10', 'to=2031-06-20')).toEqual(['Chess'])
    expect(await exported('--filter', 'category=music')).toEqual({
      ...{ code: 2, stdout: '', stderr: expect.stringMatching(/^There is no filter "category"; there are search, .*\.\n$/) },
    })
    expect(await exported('--filter', 'from=soon')).toMatchObject({ code: 2, stderr: expect.stringContaining('from') })
    expect(await exported('--filter', 'from')).toMatchObject({ code: 2, stderr: expect.stringContaining('NAME=VALUE') })
    expect(await exported('--public-url', 'town')).toMatchObject({ code: 2, stderr: expect.stringContaining('publicUrl') })
  })

  test('has what visitors may see, and all of it on request', async () => {
    const { environment, folder, pathOf, prepare } = await openClub()
    const draft = clubFile().replaceAll('@club', '@draft').replace('SUMMARY:Choir', 'SUMMARY:Secret\r\nCLASS:PRIVATE')
    await writeFile(pathOf('draft.ics'), draft)
    await prepare('import', pathOf('draft.ics'))
    const events = async (...words: readonly string[]) =>
      (await kalends(['export', '--format', 'csv', ...words], { environment, folder })).stdout
    expect(await events()).not.toContain('Secret')
    expect(await events('--all')).toContain('Secret')
  })
})
