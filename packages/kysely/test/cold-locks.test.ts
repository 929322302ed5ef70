import type { CalendarStore } from '@kalends/core/store'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { enginesOfLane } from './engines.ts'

const upTo = (length: number): readonly number[] => Array.from({ length }, (_, index) => index)
const undo = new Error('undo')

/** Locks a name in a transaction that is undone, as a write that is refused. @returns how often it ran */
async function lockAndUndo(store: CalendarStore, name: string): Promise<number> {
  let runs = 0
  const work = store.transaction(async (tx) => {
    runs++
    await tx.lockNames('series', [name])
    throw undo
  })
  await work.catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return runs
}

describe.each(enginesOfLane)('names that nobody has locked before on $name', ({ open }) => {
  test('are locked one after the other, also by writers that undo it: none of them meets a deadlock', async () => {
    const { db, options, close } = await open({ poolSize: 12 })
    onTestFinished(close)
    const store = kyselyStore(db, options)
    for (const round of upTo(20)) {
      const runs = await Promise.all(upTo(12).map(() => lockAndUndo(store, `name ${round}`)))
      expect(runs).toEqual(upTo(12).map(() => 1))
    }
  })
})
