import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createCalendar } from '@kalends/core'
import { kyselyStore } from '@kalends/kysely'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engines } from '../../../kysely/test/engines.ts'

/** The number of records. Each death is a process, which takes half a second to start. */
const count = process.env['KALENDS_LANE'] === 'long' ? 100 : 12

/** Runs a child to its end, or until it has killed itself. Returns the lines that it has written whole. */
function runChild(args: readonly string[]): Promise<readonly string[]> {
  const path = fileURLToPath(new URL('children/create-keyed.ts', import.meta.url))
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--conditions=@kalends/source', '--disable-warning=ExperimentalWarning', path, ...args])
    let output = ''
    let errors = ''
    child.stdout.on('data', (data) => {
      output += String(data)
    })
    child.stderr.on('data', (data) => {
      errors += String(data)
    })
    child.on('error', reject)
    child.on('close', (code, signal) =>
      code === 0 || signal === 'SIGKILL' ? resolve(output.split('\n').slice(0, -1)) : reject(new Error(errors)),
    )
  })
}

describe.each(engines.filter(({ isShared }) => isShared))('on $name', { timeout: 300_000 }, (engine) => {
  test(`${count} creations by processes that die at any statement make ${count} records`, async () => {
    const database = await engine.open()
    onTestFinished(() => database.close())
    const place = database.path ?? engine.address ?? ''
    const ids = new Map<number, string>()
    const deaths = fc.sample(fc.record({ dieAfter: fc.integer({ min: 5, max: 100 }), back: fc.integer({ min: 0, max: 3 }) }), 1_000)
    let runs = 0
    for (let next = 0; next < count; runs++) {
      const { dieAfter = 0, back = 0 } = deaths[runs] ?? {}
      // The client does not know what the dead process has done, and some answers have reached it already.
      const first = Math.max(0, next - back)
      for (const line of await runChild([engine.name, place, database.options.prefix, `${first}`, `${count}`, `${dieAfter}`])) {
        const [at = '', id = ''] = line.split(' ')
        expect(ids.get(Number(at)) ?? id).toBe(id)
        ids.set(Number(at), id)
        next = Number(at) + 1
      }
    }
    expect(runs).toBeGreaterThan(3)
    const calendar = createCalendar({ store: kyselyStore(database.db, database.options) })
    const totals = [(await calendar.events.list({ startsAfter: '1900-01-01' })).total, (await calendar.venues.list()).total]
    expect([new Set(ids.values()).size, ...totals]).toEqual([count, count, count])
  })
})
