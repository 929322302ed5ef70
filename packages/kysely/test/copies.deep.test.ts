import { createCalendar, publicReadOnly } from '@kalends/core'
import { afterAll, describe, expect, test } from 'vitest'
import { randomCalendar, randomNumbers } from '../../core/test/changes/random-calendar.ts'
import { beginCopy, readLists, sync } from '../../core/test/changes/synced-copy.ts'
import { kyselyStore } from '../src/index.ts'
import { engines, type TestDatabase } from './engines.ts'

const steps = Math.ceil(100 * Number(process.env['KALENDS_TIMES'] ?? 1))
const wall = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
const dayMs = 86_400_000

describe.each(engines)('a copy of a calendar on $name', (engine) => {
  let opened: TestDatabase | undefined
  afterAll(() => opened?.close())

  test('equals the list after random writes, publications and moves of the window', async () => {
    opened = await engine.open()
    const random = randomNumbers(Number(process.env['KALENDS_SEED'] ?? 1))
    let nowMs = Date.parse('2026-05-01T12:00:00Z')
    const calendar = createCalendar({ store: kyselyStore(opened.db, opened.options), clock: { nowMs: () => nowMs } })
    const viewer = calendar.as(null, publicReadOnly())
    const world = randomCalendar(calendar, random)
    let [from, to] = [nowMs, nowMs + 20 * dayMs]
    const listed = () => ({ from: wall(from), startsBefore: wall(to) })
    const synced = await beginCopy(viewer, listed())
    for (let step = 0; step < steps; step++) {
      await world.write()
      nowMs += random(3) === 0 ? random(3_600_000) : random(1_000)
      if (random(8) === 0) [from, to] = [nowMs + (random(30) - 15) * dayMs, nowMs + (random(40) + 15) * dayMs]
      if (random(4) > 0) continue
      await sync(viewer, synced, listed(), 1 + random(12))
      expect(synced.copy).toEqual(await readLists(viewer, listed()))
    }
    expect(synced.restarts).toBe(0)
  })
})
