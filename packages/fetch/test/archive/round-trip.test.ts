import type { CalendarStore } from '@kalends/core'
import { restoreArchive, writeArchive } from '@kalends/core/archive'
import { kyselyStore } from '@kalends/kysely'
import { memoryStore } from '@kalends/memory'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engines, type TestEngine } from '../../../kysely/test/engines.ts'
import { answersOf, contentOf, fill, linesOf, openCalendar } from './world.ts'

async function openStore(engine: TestEngine): Promise<CalendarStore> {
  const database = await engine.open()
  onTestFinished(() => database.close())
  return kyselyStore(database.db, database.options)
}

describe('an archive', () => {
  test('goes through all engines and back without a change', async () => {
    const source = memoryStore()
    await fill(source)
    const answers = await answersOf(source)
    const content = contentOf(await linesOf(openCalendar(source), true))
    let from: CalendarStore = source
    for (const engine of [...engines, ...engines.slice(0, 1)]) {
      const to = await openStore(engine)
      await restoreArchive(to, writeArchive(openCalendar(from), { log: true }))
      expect(contentOf(await linesOf(openCalendar(to), true)), engine.name).toEqual(content)
      expect(await answersOf(to), engine.name).toEqual(answers)
      expect((await openCalendar(to).maintenance.recount({ dryRun: true })).changed, engine.name).toBe(0)
      expect((await openCalendar(to).maintenance.verifySeries({ dryRun: true })).findings, engine.name).toEqual([])
      from = to
    }
    const back = memoryStore()
    await restoreArchive(back, writeArchive(openCalendar(from)))
    expect(await answersOf(back)).toEqual(answers)
  })
})
