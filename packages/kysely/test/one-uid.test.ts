import { createCalendar, isCalendarError } from '@kalends/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'

const eight = Array.from({ length: 8 }, (_, i) => i)

describe.each(engines)('writers that create the same uid at the same time on $name', ({ open }) => {
  test.each(['error', 'skip', 'update'] as const)('create one event, with onConflict %s', async (onConflict) => {
    const { db, options, close } = await open()
    onTestFinished(close)
    const { events } = createCalendar({ store: kyselyStore(db, options) })
    const input = { title: 'Choir', startDate: '2026-06-10 19:30', endDate: '2026-06-10 21:00', uid: 'same', slug: 'same' }
    const outcomes = await Promise.all(
      eight.map((i) =>
        i % 2 === 0
          ? events.create(input, { onConflict }).then(({ id }) => id, codeOf)
          : events.createMany([input], { onConflict, onError: 'skip' }).then(() => undefined, codeOf),
      ),
    )
    const { items, total } = await events.list({ uids: 'same' })
    expect([total, items[0]?.slug]).toEqual([1, 'same'])
    // If the other writer commits between the lookups of the uid and of the slug, the error is `slug_taken`.
    const allowed = [undefined, items[0]?.id, ...(onConflict === 'error' ? ['uid_taken', 'slug_taken'] : [])]
    expect(outcomes.filter((outcome) => !allowed.includes(outcome))).toEqual([])
  })
})

function codeOf(error: unknown): string {
  if (isCalendarError(error)) return error.code
  throw error
}
