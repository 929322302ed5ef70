import { expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { progressOn } from '../progress.ts'
import { readSettings } from '../settings.ts'

/** Opens and closes the application; returns what it writes to a terminal, or to another stream. */
async function writtenAtStart(isTTY: boolean): Promise<string[]> {
  const written: string[] = []
  const settings = await readSettings({ STORE: 'sqlite', DATABASE_URL: ':memory:', DEMO: '1' })
  const app = await buildApp(settings, { progress: progressOn({ isTTY, write: (text) => written.push(text) }) })
  await app.close()
  return written
}

test('the start shows its progress on one line of a terminal, and clears the line at the end', async () => {
  const written = await writtenAtStart(true)
  expect(written.every((text) => text.startsWith('\r\u001b[K') && !text.includes('\n'))).toBe(true)
  expect(written.at(-1)).toBe('\r\u001b[K')
  const lines = written.map((text) => text.slice(4))
  expect(lines).toContain('Bringing the tables up to date: 0 %')
  expect(lines).toContain('Filling the calendar: 100 %')
  expect(new Set(lines).size).toBe(lines.length)
})

test('nothing is written to a pipe', async () => {
  expect(await writtenAtStart(false)).toEqual([])
})
