import { runBookings } from '@kalends/suites/differential'
import { describe, expect, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'

/** The number of writes; `KALENDS_BOOKINGS=100000` is a long run. */
const runs = Number(process.env['KALENDS_BOOKINGS'] ?? 100)

describe.each(engines)('writers of events at exclusive venues on $name', { timeout: 300_000 + runs * 100 }, ({ open }) => {
  test.each([1, 12])('%d of them are refused where events would overlap, and never meet a deadlock', async (writers) => {
    const createStore = async () => {
      const { db, options, close } = await open({ poolSize: writers })
      return { store: kyselyStore(db, options), close }
    }
    const { stored, refused, explained, gone } = await runBookings({ createStore, writers, runs })
    console.info(`${writers} writers: ${stored} stored, ${refused} refused, ${explained} of them explained, ${gone} gone`)
    expect([stored > 0, refused > 0, explained]).toEqual([true, true, refused])
  })
})
