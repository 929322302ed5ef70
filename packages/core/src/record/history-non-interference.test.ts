import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anEvent, openCalendar, outcomeOf } from '../../test/open-calendar.ts'
import { roles } from '../access/roles.ts'
import type { Calendar } from '../calendar/api.ts'

const anything = { '~standard': { version: 1 as const, vendor: 'test', validate: (value: unknown) => ({ value }) } }

const access = roles({ editors: ['editor'], authors: ['author'] })
const ann = { id: 'ann', roles: ['author'] }

/** The id of ann's event, and that of an event of somebody else. */
const [own, foreign] = [1, 2]

/** What ann may see, and after it two private venues of somebody else: publishing the event does not publish these. */
const shownVenue = 1

/** A write, with a secret of each of two worlds that otherwise are equal. */
interface Write {
  readonly verb: 'update' | 'foreign' | 'trash' | 'restore'
  readonly title: string
  readonly description: number
  readonly isShown: boolean
  readonly isHiddenLinked: boolean
  readonly secrets: readonly [first: number, second: number]
}

const length = fc.constantFrom(1, 100, 9_000, 16_300, 30_000)
// All fields of a record have 16 kB.
const secretLength = fc.constantFrom(1, 100, 1_000, 3_000, 9_000, 15_000)
const writes = fc.array(
  fc.record<Write>({
    verb: fc.constantFrom('update', 'update', 'update', 'foreign', 'trash', 'restore'),
    title: fc.constantFrom('Choir', 'Play', 'Fair'),
    description: length,
    isShown: fc.boolean(),
    isHiddenLinked: fc.boolean(),
    secrets: fc.tuple(secretLength, secretLength),
  }),
  { minLength: 1, maxLength: 8 },
)

async function openWorld(world: 0 | 1): Promise<Calendar> {
  const secret = { schema: anything, readable: (actor: { readonly id: string } | null) => actor?.id !== 'ann' }
  const { calendar } = openCalendar({ fields: { event: { open: { schema: anything }, secret } } })
  await calendar.venues.create({ name: 'Shown' })
  for (const name of ['Hidden', 'Hidden too']) await calendar.venues.create({ name: `${name} ${world}`, status: 'private' })
  await calendar.events.create(anEvent({ authorId: 'ann', fields: { open: 1, secret: world } }))
  await calendar.events.create(anEvent({ title: `Foreign ${world}`, status: 'draft' }))
  return calendar
}

/** Carries out a write. Its secrets differ from those before in both worlds: whether something is written is no secret. */
async function carryOut(calendar: Calendar, world: 0 | 1, write: Write, at: number): Promise<void> {
  const { events } = calendar
  const secret = `${at}${world}`.padEnd(write.secrets[world], String(world))
  const hidden = write.isHiddenLinked ? [{ id: shownVenue + 1 + ((at + world) % 2) }] : []
  const venues = [...(write.isShown ? [{ id: shownVenue }] : []), ...hidden]
  const { title, verb } = write
  const description = `${at}`.padEnd(write.description, 'd')
  if (verb === 'foreign') await events.update(foreign, { description: secret })
  else if (verb !== 'update') await events[verb](own).catch(() => undefined)
  // An event in the trash is not updated, in both worlds.
  else if ((await outcomeOf(events.get(own))) === 'done')
    await events.update(own, { title, description, venues, fields: { open: at, secret } })
}

/** All that ann reads of histories. */
async function readBy(calendar: Calendar): Promise<unknown> {
  const { events } = calendar.as(ann, access)
  const outcome = (read: Promise<unknown>): Promise<unknown> => read.catch((error: Error) => String(error))
  const { version } = await calendar.events
    .list({ ids: own, status: ['any', 'trash'] })
    .then(({ items: [event] }) => event ?? { version: 0 })
  const reads = [
    events.history(own),
    events.history(own, { limit: 2 }),
    events.history(foreign),
    events.history(3),
    calendar.as(null, access).events.history(own),
  ]
  const read = await Promise.all(reads.map(outcome))
  const reverts: unknown[] = []
  for (let to = version; to >= 1; to -= 2)
    reverts.push(
      await outcome(events.revert(own, { to }).then(({ record: { published: _, ...record }, missing }) => ({ ...record, missing }))),
      await outcome(events.history(own)),
    )
  return { read, reverts }
}

test('the histories and reverts of a viewer do not depend on values that are hidden from them', async () => {
  await fc.assert(
    fc.asyncProperty(writes, async (commands) => {
      const seen: unknown[] = []
      for (const world of [0, 1] as const) {
        const calendar = await openWorld(world)
        for (const [at, write] of commands.entries()) await carryOut(calendar, world, write, at)
        seen.push(await readBy(calendar))
      }
      expect(seen[1]).toEqual(seen[0])
    }),
    { numRuns: 40 },
  )
})

test('a long value of a field that some may read is not kept: those see that it is cut, and the others go back', async () => {
  const calendar = await openWorld(0)
  await calendar.events.update(own, { title: 'Play', fields: { open: 2, secret: 's'.repeat(5_000) } })
  await calendar.events.update(own, { fields: { open: 3, secret: 'short' } })
  const changesFor = async (viewer: Calendar) => (await viewer.events.history(own)).slice(0, 2).map(({ changes }) => changes['fields'])
  const viewer = calendar.as(ann, access)
  expect(await changesFor(viewer)).toEqual([
    { from: { open: 2 }, to: { open: 3 } },
    { from: { open: 1 }, to: { open: 2 } },
  ])
  expect(await changesFor(calendar)).toEqual([
    { from: { open: 2, secret: null }, to: { open: 3, secret: 'short' }, cut: true },
    { from: { open: 1, secret: 0 }, to: { open: 2, secret: null }, cut: true },
  ])
  expect(await outcomeOf(calendar.events.revert(own, { to: 1 }))).toBe('history_gone')
  const { record } = await viewer.events.revert(own, { to: 1 })
  expect([record.title, record.fields]).toEqual(['Choir', { open: 1 }])
  expect((await calendar.events.get(own)).fields).toEqual({ open: 1, secret: 'short' })
})
