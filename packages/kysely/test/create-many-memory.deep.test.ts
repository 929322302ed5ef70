import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createCalendar, type EventInput } from '@kalends/core'
import { expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'

const isLong = process.env['KALENDS_LANE'] === 'long'

/** The number of inputs, each of which is built when it is read. */
const count = isLong ? 1_000_000 : 20_000

function* inputs(): Generator<EventInput> {
  for (let i = 0; i < count; i++) {
    const day = `2026-${`${1 + (i % 12)}`.padStart(2, '0')}-${`${1 + (i % 28)}`.padStart(2, '0')}`
    const linked = { venues: { name: `Hall ${i % 50}` }, organizers: { name: `Club ${i % 30}` }, tags: [`Tag ${i % 100}`] }
    yield { title: `Event ${i}`, startDate: `${day} 19:30`, endDate: `${day} 21:00`, description: 'Words. '.repeat(50), ...linked }
  }
}

/** The memory in use after garbage collection, in bytes. */
function usedHeap(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

test.each(engines.filter(({ name }) => name === 'node-sqlite'))(
  'createMany needs no more memory for more inputs on $name',
  { timeout: isLong ? 3_600_000 : 120_000 },
  async (engine) => {
    const { db, options, close } = await engine.open()
    onTestFinished(close)
    const calendar = createCalendar({ store: kyselyStore(db, options), timeZone: 'Europe/Berlin' })
    const used: number[] = []
    const onProgress = ({ done }: { done: number }): void => {
      if (done % (count / 4) === 0) used.push(usedHeap())
    }
    expect(await calendar.events.createMany(inputs(), { onProgress })).toEqual({ created: count, updated: 0, unchanged: 0, skipped: 0 })
    const [first = 0, ...later] = used
    expect(later).toHaveLength(3)
    // The inputs alone would take several times as much memory, in the quick run too.
    expect(Math.max(...later) - first).toBeLessThan(4 * 1024 * 1024)
  },
)
