import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('./programs/time-digest.ts', import.meta.url))

function runAs(TZ: string, LANG: string) {
  const run = spawnSync(process.execPath, ['--no-warnings', '--conditions=@kalends/source', program], {
    encoding: 'utf8',
    env: { ...process.env, TZ, LANG, LC_ALL: LANG, LANGUAGE: LANG },
  })
  expect(run.stderr).toBe('')
  return JSON.parse(run.stdout)
}

test("no result depends on the host's time zone or language", () => {
  const { host: _, ...wanted } = runAs('UTC', 'C')
  expect(wanted.count).toBeGreaterThan(30_000)
  for (const timeZone of ['UTC', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe']) {
    const { host, ...found } = runAs(timeZone, 'de_DE.UTF-8')
    // The program really ran in that zone and locale: otherwise equal digests would prove nothing.
    expect(host).toEqual({ timeZone, locale: 'de-DE' })
    expect(found).toEqual(wanted)
  }
})
