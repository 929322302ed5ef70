import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { build, serve } from './workerd.ts'

const folder = mkdtempSync(join(tmpdir(), 'kalends-workerd-'))
await build({ entry: '../../packages/kysely/test/children/durable-object.ts', className: 'Suite', texts: {} }, folder)
const { origin, kill } = await serve(folder)
afterAll(async () => {
  await kill()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (key: string): Promise<Response> => fetch(`${origin}/${encodeURIComponent(key)}`)
const cases: readonly (readonly [key: string, title: string])[] = await (await ask('')).json()

test('the suite has its cases', () => {
  expect(cases.length).toBeGreaterThan(1_000)
})

test('the calendar has its index for searches', async () => {
  expect(await (await ask('search-index')).json()).toEqual([{ name: 'kalends_event_texts' }])
})

test.each(cases)('%s: %s', async (key) => {
  expect(await (await ask(key)).text()).toBe('passed')
})
