import { expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { progressOn } from '../progress.ts'
import { readSettings } from '../settings.ts'

/** What is written to a terminal, or to something else. */
async function writtenAtStart(isTTY: boolean): Promise<string[]> {
  const written: string[] = []
  const settings = await readSettings({ STORE: 'sqlite', DATABASE_URL: ':memory:', DEMO: '1' })
  const app = await buildApp(settings, { progress: progressOn({ isTTY, write: (text) => written.push(text) }) })
  await app.close()
  return written
}

test('the start shows on a terminal how far it is, on one line that is gone at the end', async () => {
  const written = await writtenAtStart(true)
  expect(written.every((text) => text.startsWith('\r\u001b[K') && !text.includes('\n'))).toBe(true)
  expect(written.at(-1)).toBe('\r\u001b[K')
  const lines = written.map((text) => text.slice(4))
  expect(lines).toContain('Bringing the tables up to date: 0 %')
  expect(lines).toContain('Filling the calendar: 100 %')
  expect(new Set(lines).size).toBe(lines.length)
})

test('in a pipe nothing is written', async () => {
  expect(await writtenAtStart(false)).toEqual([])
})
