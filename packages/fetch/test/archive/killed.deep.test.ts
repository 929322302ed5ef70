import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { kyselyStore } from '@kalends/kysely'
import { memoryStore } from '@kalends/memory'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engines } from '../../../kysely/test/engines.ts'
import { answersOf, fill, linesOf, openCalendar } from './world.ts'

const child = fileURLToPath(new URL('children/restore.ts', import.meta.url))
const run = promisify(execFile)

describe.each(engines.filter(({ isShared }) => isShared))('a killed restoration on $name', (engine) => {
  test('leaves an empty store, which the next one fills', async () => {
    const database = await engine.open()
    const folder = await mkdtemp(join(tmpdir(), 'archive-'))
    onTestFinished(async () => {
      await database.close()
      await rm(folder, { recursive: true })
    })
    const source = memoryStore()
    await fill(source)
    const file = join(folder, 'archive.ndjson')
    await writeFile(file, (await linesOf(openCalendar(source), true)).join(''))
    const store = kyselyStore(database.db, database.options)
    const restore = (dieAfter: number) => {
      const place = database.path ?? engine.address ?? ''
      const args = [engine.name, place, database.options.prefix, file, `${dieAfter}`]
      return run(process.execPath, ['--conditions=@kalends/source', '--disable-warning=ExperimentalWarning', child, ...args])
    }
    for (const dieAfter of [8, 14, 20, 24]) {
      await expect(restore(dieAfter)).rejects.toMatchObject({ signal: 'SIGKILL' })
      // A server may notice a little later.
      await expect.poll(() => store.events.count({})).toBe(0)
      expect(await store.log.head()).toBe(0)
    }
    const { stdout } = await restore(0)
    expect(Number(stdout)).toBeGreaterThan(24)
    expect(await answersOf(store)).toEqual(await answersOf(source))
  })
})
