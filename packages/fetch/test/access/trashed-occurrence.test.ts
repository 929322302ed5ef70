import { type Actor, createCalendar, roles } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { createHandler } from '../../src/index.ts'
import { now, type Reply, toReply, toRequest } from '../support.ts'

/** Sends a request as an actor. */
type Send = (method: string, path: string, body?: object) => Promise<Reply>

/** A weekly series of author 5 (id 1, its dates 2 to 5); the date 3 is in the trash. */
async function openWorld(actor: Actor | null): Promise<Send> {
  const calendar = createCalendar({ store: memoryStore(), clock: fixedClock(now) })
  const input = { title: 'Market', startDate: '2026-05-05 10:00', endDate: '2026-05-05 12:00', recurrence: 'FREQ=WEEKLY;COUNT=4' }
  await calendar.events.create({ ...input, authorId: '5' })
  await calendar.events.trash(3, { scope: 'this' })
  const handler = createHandler(calendar, { access: roles(), authenticate: () => actor })
  return async (method, path, body) => toReply(await handler(toRequest(method, path, body)))
}

const strangers: Readonly<Record<string, Actor | null>> = {
  'an anonymous caller': null,
  'a reader': { id: '9', roles: ['reader'] },
  'another author': { id: '6', roles: ['author'] },
}

/** A write with a scope. */
type Write = readonly [method: string, query: string, body: object | undefined]

const writes = (['this', 'following', 'all'] as const).flatMap((scope): readonly Write[] => [
  ...['PATCH', 'PUT', 'POST'].flatMap((method): readonly Write[] => [
    [method, `?scope=${scope}`, { title: 'New' }],
    [method, `?scope=${scope}`, { status: 'draft' }],
    [method, `?scope=${scope}`, { status: 'trash' }],
  ]),
  ['DELETE', `?scope=${scope}`, undefined],
  ['DELETE', `?force=true&scope=${scope}`, undefined],
])

/** A reply without the id or the slug that the path names. */
const withoutRef = ({ status, body }: Reply): object => ({ status, code: body.code, message: body.message })

describe.each(Object.entries(strangers))('an occurrence in the trash, for %s,', (_name, actor) => {
  let send: Send
  beforeEach(async () => {
    send = await openWorld(actor)
  })

  test.each<Write>(writes)('is like one that does not exist: %s %s %o', async (method, query, body) => {
    const [trashed, unknown] = [await send(method, `/events/3${query}`, body), await send(method, `/events/99${query}`, body)]
    expect(withoutRef(trashed)).toEqual(withoutRef(unknown))
    const slug = 'market-2026-05-12__trashed'
    const [bySlug, other] = [
      await send(method, `/events/by-slug/${slug}${query}`, body),
      await send(method, `/events/by-slug/none${query}`, body),
    ]
    expect(withoutRef(bySlug)).toEqual(withoutRef(other))
  })
})

test.each<Write>(writes)('its author restores it, deletes it, or learns that it is there: %s %s %o', async (method, query, body) => {
  const send = await openWorld({ id: '5', roles: ['author'] })
  expect([200, 410]).toContain((await send(method, `/events/3${query}`, body)).status)
})
