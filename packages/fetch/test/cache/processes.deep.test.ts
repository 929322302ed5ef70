import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { kyselyStore } from '@kalends/kysely'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engines } from '../../../kysely/test/engines.ts'
import { createItemsWorld, steps } from './items-world.ts'

/** Lists of about twelve steps that each process writes. */
const lists = Math.ceil(20 * Number(process.env['KALENDS_TIMES'] ?? 1))

/** About as long as a read takes, so that many reads have no commit beside them. */
const pauseMs = 30

/** Runs a process that writes random steps. */
function runWriter(args: readonly string[]): Promise<void> {
  const path = fileURLToPath(new URL('children/write-steps.ts', import.meta.url))
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--conditions=@kalends/source', '--disable-warning=ExperimentalWarning', path, ...args])
    onTestFinished(() => void child.kill('SIGKILL'))
    let errors = ''
    child.stderr.on('data', (data) => {
      errors += String(data)
    })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`A writer ended with ${code}: ${errors}`))))
  })
}

describe.each(engines.filter(({ isShared }) => isShared))('cached responses on $name', { timeout: 600_000 }, (engine) => {
  test('equal uncached ones while three processes write', async () => {
    const database = await engine.open()
    onTestFinished(() => database.close())
    const stores = [database.db, await database.another()].map((db) => kyselyStore(db, database.options))
    const world = await createItemsWorld(stores)
    const place = database.path ?? engine.address ?? ''
    const seed = Number(process.env['KALENDS_SEED'])
    let isWriting = true
    const shared = [engine.name, place, database.options.prefix, JSON.stringify(world.firsts)]
    const writers = [1, 2].map((one) => runWriter([...shared, `${seed + one}`, `${lists}`, `${pauseMs}`]))
    const written = Promise.all(writers).finally(() => {
      isWriting = false
    })
    const differing: string[] = []
    const own = fc.sample(steps, { seed, numRuns: 1_000 }).flat()
    for (let at = 0; isWriting; at++) {
      const step = own[at % own.length]
      if (step !== undefined) differing.push(...(await world.run(step)))
    }
    await written
    expect(differing).toEqual([])
    // Reads with commits beside them are not compared.
    expect(world.compared()).toBeGreaterThan(10 * lists)
    console.info(`${engine.name}: ${world.compared()} responses compared.`)
  })
})
