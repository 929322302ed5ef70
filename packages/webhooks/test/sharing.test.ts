import { setTimeout as sleep } from 'node:timers/promises'
import { type Calendar, createCalendar, type Event, publicReadOnly } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWebhooks, memoryWebhooks } from '../src/index.ts'
import { access, eventInput, fakeReceiver } from './setting.ts'

const times = Number(process.env['KALENDS_TIMES'] ?? 1)

test('two processes share the endpoints, and none gets two messages at the same time', async () => {
  const clock = fixedClock('2031-05-31T12:00:00Z')
  const calendar = createCalendar({ store: memoryStore(), clock })
  const store = memoryWebhooks()
  const receiver = fakeReceiver()
  const busy = new Set<string>()
  let overlaps = 0
  receiver.respond = async ({ url }) => {
    if (busy.has(url)) overlaps++
    busy.add(url)
    await sleep(1)
    busy.delete(url)
    return 204
  }
  const processes = [1, 2].map(() => createWebhooks(calendar, { store, access, fetch: receiver.fetch }))
  const urls = ['a', 'b', 'c'].map((name) => `https://${name}.example.org/`)
  for (const url of urls) await processes[0]?.endpoints.create({ url, actor: null })
  const written = 60
  for (let i = 0; i < written; i++) {
    await calendar.events.create(eventInput(`Event ${i}`))
    if (i % 20 === 0) await Promise.all(processes.map((hooks) => hooks.deliver()))
  }
  await Promise.all(processes.map((hooks) => hooks.deliver()))
  await Promise.all(processes.map((hooks) => hooks.deliver()))
  expect(overlaps).toBe(0)
  for (const url of urls) {
    const ids = receiver.taken.filter((one) => one.url === url).map((one) => one.id)
    expect(ids).toEqual(Array.from({ length: written }, (_, i) => `log_${i + 1}`))
  }
})

test('a lease ends by itself if its process dies', async () => {
  const clock = fixedClock('2031-05-31T12:00:00Z')
  const calendar = createCalendar({ store: memoryStore(), clock })
  const store = memoryWebhooks()
  const receiver = fakeReceiver()
  const hooks = createWebhooks(calendar, { store, access, fetch: receiver.fetch })
  const { id } = await hooks.endpoints.create({ url: 'https://example.org', actor: null })
  await calendar.events.create(eventInput('A'))
  await store.update(id, { leaseUntilMs: clock.nowMs() + 60_000 }, 0)
  expect(await hooks.deliver()).toEqual({ sent: 0, failed: 0, nextAtMs: clock.nowMs() + 60_000 })
  clock.advance(60_000)
  expect(await hooks.deliver()).toMatchObject({ sent: 1 })
})

/** One step of a random history. */
type Step = readonly [
  verb:
    | 'create'
    | 'draft'
    | 'later'
    | 'update'
    | 'move'
    | 'following'
    | 'cancel'
    | 'status'
    | 'trash'
    | 'restore'
    | 'delete'
    | 'deliver'
    | 'wait',
  n: number,
]

const anyStep: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom(
    'create',
    'draft',
    'later',
    'update',
    'move',
    'following',
    'cancel',
    'status',
    'trash',
    'restore',
    'delete',
    'deliver',
    'deliver',
    'wait',
  ),
  fc.nat(1_000),
)

/** All events of a calendar: those of some ids, the dates of all series, and others. */
async function allOf(calendar: Calendar, ids: readonly number[]): Promise<ReadonlyMap<number, Event>> {
  const found = new Map<number, Event>()
  const window = { status: 'any', startsFrom: '2000-01-01', startsUntil: '2100-01-01', hidden: 'include' } as const
  for await (const event of calendar.events.each(window)) found.set(event.id, event)
  for (const id of ids) {
    const event = await calendar.events.find(id)
    if (event !== null) found.set(id, event)
  }
  return found
}

/** Applies a step to an event, a series, or a date. */
async function apply(calendar: Calendar, [verb, n]: Step, ids: number[]): Promise<void> {
  const all = [...(await allOf(calendar, ids)).keys()].sort((a, b) => a - b)
  const id = all[n % Math.max(1, all.length)] ?? 0
  const create = async (more: object) => void ids.push((await calendar.events.create(eventInput(`E${n}`, more))).id)
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    create: () => create(n % 3 === 0 ? { recurrence: 'FREQ=DAILY;COUNT=3' } : {}),
    draft: () => create({ status: 'draft' }),
    later: () => create({ publishedUtc: new Date(calendar.clock.nowMs() + n * 100).toISOString().slice(0, 19) }),
    update: () => calendar.events.update(id, { title: `U${n}` }),
    move: () => calendar.events.update(id, { startDate: '2031-06-11 20:00', endDate: '2031-06-11 21:00' }),
    following: () => calendar.events.update(id, { title: `F${n}` }, { scope: 'following' }),
    cancel: () => calendar.events.update(id, { eventStatus: 'cancelled' }, { scope: n % 2 === 0 ? 'this' : 'all' }),
    status: () => calendar.events.update(id, { status: n % 2 === 0 ? 'publish' : 'draft' }),
    trash: () => calendar.events.trash(id),
    restore: () => calendar.events.restore(id),
    delete: () => calendar.events.delete(id),
  }
  // A step that has no meaning now, such as one on a deleted event, changes nothing.
  await changes[verb]?.().catch(() => undefined)
}

test('a receiver that keeps the last record of each id has what the actor sees, and never had anything else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 60 }), async (steps) => {
      const clock = fixedClock('2031-05-31T12:00:00Z')
      const calendar = createCalendar({ store: memoryStore(), clock })
      const receiver = fakeReceiver()
      const hooks = createWebhooks(calendar, { store: memoryWebhooks(), access, fetch: receiver.fetch })
      await hooks.endpoints.create({ url: 'https://example.org', actor: null })
      const seen = calendar.as(null, publicReadOnly())
      const ids: number[] = []
      const everPublic = new Set<number>()
      let attempts = 0
      // Each third attempt fails, half of these after the receiver has taken the message. At the end none fails: three messages of one change,
      // which are sent again together, would not arrive in any number of rounds.
      let isFailing = true
      const copy = new Map<number, Event | null>()
      const known = new Set<string>()
      receiver.respond = ({ id, message: { data } }) => {
        attempts++
        const fails = isFailing && attempts % 3 === 0
        const isTaken = !fails || attempts % 2 === 0
        // A repetition is ignored. The default form of a record is that of the calendar.
        if (isTaken && !known.has(id)) copy.set(data.id, data.record as Event | null)
        if (isTaken) known.add(id)
        return fails ? 500 : 204
      }
      const look = async () => {
        for (const [id, { recurrence }] of await allOf(seen, ids)) {
          everPublic.add(id)
          // No step gives the id of a series that a change of the following dates has made.
          if (recurrence !== null) everPublic.add(recurrence.seriesId)
        }
      }
      for (const step of steps) {
        clock.advance(step[0] === 'wait' ? step[1] * 100 : 5_000)
        await look()
        if (step[0] === 'deliver') await hooks.deliver()
        else await apply(calendar, step, ids)
        await look()
      }
      let next: number | null = 0
      for (let rounds = 0; next !== null && rounds < 20; rounds++) {
        isFailing = rounds < 5
        clock.advance(86_400_000)
        await look()
        next = (await hooks.deliver()).nextAtMs
      }
      expect(next).toBeNull()
      const now = await allOf(seen, [...ids, ...copy.keys()])
      const shown = ({ title, startDate, eventStatus, version }: Event) => [title, startDate, eventStatus, version]
      const kept = [...copy].flatMap(([id, event]) => (event === null ? [] : [[id, shown(event)] as const]))
      expect(new Map(kept)).toEqual(new Map([...now].map(([id, event]) => [id, shown(event)])))
      for (const id of copy.keys()) expect(everPublic).toContain(id)
    }),
    { numRuns: Math.ceil(300 * times) },
  )
})
