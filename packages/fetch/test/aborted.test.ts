import { allowAll, type CalendarStore, createCalendar } from '@kalends/core'
import type { AbortSignalLike } from '@kalends/core/store'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import { createHandler } from '../src/index.ts'
import { now, toRequest } from './support.ts'

/** A store whose totals and pages of events wait until the test releases them, or until their caller disconnects. */
function slowStore() {
  const inner = memoryStore()
  const signals: AbortSignalLike[] = []
  let isHeld = true
  const wait = async (signal: AbortSignalLike | undefined): Promise<void> => {
    if (signal !== undefined) signals.push(signal)
    while (isHeld) {
      if (signal?.aborted) throw signal.reason
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  const store: CalendarStore = {
    ...inner,
    events: {
      ...inner.events,
      find: async (query) => {
        await wait(query.signal)
        return inner.events.find(query)
      },
    },
    countByLink: async (linkField, ids, filter, signal) => {
      await wait(signal)
      return inner.countByLink(linkField, ids, filter, signal)
    },
  }
  const release = (): void => {
    isHeld = false
  }
  const hold = (): void => {
    isHeld = true
  }
  return { store, signals, release, hold }
}

function open(isCached: boolean) {
  const slow = slowStore()
  const reported: unknown[] = []
  const calendar = createCalendar({ store: slow.store, clock: fixedClock(now), ...(!isCached && { cache: false }) })
  const handler = createHandler(calendar, { access: allowAll(), onError: (error) => void reported.push(error) })
  const ask = (controller: AbortController, path = '/events') => handler(new Request(toRequest('GET', path), { signal: controller.signal }))
  return { ...slow, calendar, reported, ask }
}

describe.each([true, false])('a request whose caller disconnects, with cache: %s', (isCached) => {
  test.each(['/events', '/events?search=choir', '/categories'])('ends its reads of %s, and is not reported as a failure', async (path) => {
    const { ask, calendar, reported, signals, release, hold } = open(isCached)
    // The response to a create counts the events of the term.
    release()
    await calendar.categories.create({ name: 'Music' })
    hold()
    signals.length = 0
    const controller = new AbortController()
    const answer = ask(controller, path === '/categories' ? '/categories?hide_empty=false' : path)
    await new Promise((resolve) => setTimeout(resolve, 5))
    controller.abort()
    expect((await answer).status).toBe(503)
    expect(signals.length).toBeGreaterThan(0)
    expect(reported).toEqual([])
  })

  test('does not affect an equal request of another caller', async () => {
    const { ask, release } = open(isCached)
    const [gone, here] = [new AbortController(), new AbortController()]
    const answers = [ask(gone), ask(here)]
    gone.abort()
    await new Promise((resolve) => setTimeout(resolve, 5))
    release()
    expect((await answers[1])?.status).toBe(200)
  })
})

test('a read with a signal ends alone', async () => {
  const { calendar, release } = open(false)
  const controller = new AbortController()
  const [ended, other] = [calendar.events.list({}, { signal: controller.signal }), calendar.events.list()]
  controller.abort(new Error('gone'))
  await expect(ended).rejects.toThrow('gone')
  release()
  expect((await other).total).toBe(0)
  // A value that is no signal, as untyped callers may pass.
  const none: unknown = null
  await expect(calendar.events.get(1, { signal: none as AbortSignalLike })).rejects.toThrow(TypeError)
})
