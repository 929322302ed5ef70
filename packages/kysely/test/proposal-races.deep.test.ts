import { createCalendar, isCalendarError } from '@kalends/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { enginesOfLane } from './engines.ts'

const anEvent = { title: 'Choir', startDate: '2031-05-01 10:00', endDate: '2031-05-01 12:00' }

/** How many rounds of a race are run. */
const rounds = 8

describe.each(enginesOfLane)('decisions about proposals on $name', { timeout: 300_000 }, ({ open }) => {
  async function openCalendar() {
    const { db, options, close } = await open()
    onTestFinished(close)
    return createCalendar({ store: kyselyStore(db, options), timeZone: 'UTC' })
  }

  test.each([
    ['two acceptances', 'accept', 'accept'],
    ['an acceptance and a refusal', 'accept', 'decline'],
    ['two refusals', 'decline', 'decline'],
  ] as const)('of %s at once, one is made', async (_what, first, second) => {
    const { events } = await openCalendar()
    for (let round = 0; round < rounds; round++) {
      const { id: eventId } = await events.create(anEvent)
      const { id } = await events.propose(eventId, { title: 'Big choir' })
      const decided = await Promise.allSettled([events[first](id), events[second](id)])
      const refused = decided.filter((one) => one.status === 'rejected')
      expect(refused.map(({ reason }) => isCalendarError(reason, 'version_conflict'))).toEqual([true])
      const [proposal] = (await events.proposals({ event: eventId })).items
      const { title, version } = await events.get(eventId)
      expect([proposal?.state, version]).toEqual(title === 'Choir' ? ['declined', 1] : ['accepted', 2])
    }
  })

  test('of an acceptance and an edit at once, the acceptance loses or comes first: no edit is overwritten', async () => {
    const { events } = await openCalendar()
    for (let round = 0; round < rounds; round++) {
      const { id: eventId } = await events.create(anEvent)
      const { id } = await events.propose(eventId, { title: 'Big choir' })
      const [accepted] = await Promise.allSettled([events.accept(id), events.update(eventId, { featured: true })])
      const { title, featured, version } = await events.get(eventId)
      const [proposal] = (await events.proposals({ event: eventId })).items
      const isMade = accepted.status === 'fulfilled'
      if (!isMade) expect(isCalendarError(accepted.reason, 'version_conflict')).toBe(true)
      expect([title, featured, version, proposal?.state]).toEqual(isMade ? ['Big choir', true, 3, 'accepted'] : ['Choir', true, 2, 'open'])
    }
  })

  test('of a proposal and a deletion at once, nothing stays', async () => {
    const { events } = await openCalendar()
    for (let round = 0; round < rounds; round++) {
      const { id } = await events.create(anEvent)
      const [proposed, token] = await Promise.allSettled([
        events.propose(id, { title: 'Big choir' }),
        events.previewToken(id, { until: '+1 day' }),
        events.delete(id),
      ])
      for (const one of [proposed, token]) if (one.status === 'rejected') expect(isCalendarError(one.reason, 'not_found')).toBe(true)
    }
    expect((await events.proposals()).items).toEqual([])
  })
})
