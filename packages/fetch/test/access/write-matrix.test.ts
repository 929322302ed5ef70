import { type AccessQuestion, type Actor, type Change, createCalendar, roles } from '@kalends/core'
import { changeNames } from '@kalends/core/internal'
import { type MemorySnapshot, memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { createHandler, type Handler } from '../../src/index.ts'
import { concert, least, now, type Reply, toReply, toRequest } from '../support.ts'

const actors = {
  anonymous: null,
  reader: { id: '9', roles: ['reader'] },
  author: { id: '5', roles: ['author'] },
  'other author': { id: '6', roles: ['author'] },
  editor: { id: '1', roles: ['editor'] },
  admin: { id: '2', roles: ['admin'] },
} as const satisfies Record<string, Actor | null>
type ActorName = keyof typeof actors
const actorNames: readonly ActorName[] = ['anonymous', 'reader', 'author', 'other author', 'editor', 'admin']

/** The statuses of the author's record. */
const stages = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const
type Stage = (typeof stages)[number]

/**
 * The rules of `roles()` for a record of `author`: the response status of an update that neither trashes nor restores the record, by the
 * record's state. Unseen records are drafts, pending, private and scheduled ones.
 */
const policy: Readonly<Record<ActorName, Readonly<Record<'published' | 'unseen' | 'trash', number>>>> = {
  anonymous: { published: 401, unseen: 401, trash: 401 },
  reader: { published: 403, unseen: 403, trash: 403 },
  author: { published: 200, unseen: 200, trash: 410 },
  'other author': { published: 403, unseen: 404, trash: 404 },
  editor: { published: 200, unseen: 200, trash: 410 },
  admin: { published: 200, unseen: 200, trash: 410 },
}
const columnOf = (stage: Stage): 'published' | 'unseen' | 'trash' =>
  stage === 'publish' ? 'published' : stage === 'trash' ? 'trash' : 'unseen'

/** The requests, and whether each takes a record out of the trash, by restoring it or by deleting it permanently. */
const verbs: readonly (readonly [name: string, method: string, query: string, body: object | undefined, leavesTrash: boolean])[] = [
  ['POST', 'POST', '', { description: 'New' }, false],
  ['PUT', 'PUT', '', { description: 'New' }, false],
  ['PATCH', 'PATCH', '', { description: 'New' }, false],
  ['PATCH to draft', 'PATCH', '', { status: 'draft' }, true],
  ['PATCH to publish', 'PATCH', '', { status: 'publish', date: '2026-01-01' }, true],
  ['PATCH to trash', 'PATCH', '', { status: 'trash' }, false],
  ['DELETE', 'DELETE', '', undefined, false],
  ['DELETE by force', 'DELETE', '?force=true', undefined, true],
]

const kinds = ['events', 'venues', 'organizers'] as const
type List = (typeof kinds)[number]

/** A calendar that one actor uses over HTTP, with a log of policy questions and changes. */
interface World {
  readonly handler: Handler
  readonly questions: AccessQuestion[]
  readonly changes: Change[]
  snapshot(): MemorySnapshot
  send(method: string, path: string, body?: unknown): Promise<Reply>
}

function openWorld(snapshot: MemorySnapshot, actor: Actor | null, access = roles()): World {
  const store = memoryStore({ snapshot })
  const calendar = createCalendar({ store, clock: fixedClock(now) })
  const questions: AccessQuestion[] = []
  const changes: Change[] = []
  for (const name of changeNames) calendar.on(name, (change) => void changes.push(change))
  const handler = createHandler(calendar, {
    access: {
      readable: access.readable,
      may: (question) => {
        questions.push(question)
        return access.may(question)
      },
    },
    authenticate: () => actor,
  })
  const send: World['send'] = async (method, path, body) => toReply(await handler(toRequest(method, path, body)))
  return { handler, questions, changes, snapshot: () => store.snapshot(), send }
}

/** One record of each kind, written by `author`, with the id 1 and the slug `x`; a category 1 and a tag 2. */
async function snapshotAt(stage: Stage): Promise<MemorySnapshot> {
  const store = memoryStore()
  const calendar = createCalendar({ store, clock: fixedClock(now) })
  const shared = {
    authorId: '5',
    slug: 'x',
    ...(stage === 'future' ? { published: '2027-01-01' } : stage === 'trash' ? {} : { status: stage }),
  }
  await calendar.events.create({ title: 'X', startDate: '2026-05-31', endDate: '2026-05-31', ...shared })
  await calendar.venues.create({ name: 'X', ...shared })
  await calendar.organizers.create({ name: 'X', ...shared })
  await calendar.categories.create({ name: 'Music' })
  await calendar.tags.create({ name: 'Free' })
  if (stage === 'trash') for (const kind of kinds) await calendar[kind].trash(1)
  return store.snapshot()
}

const snapshots = new Map<Stage, MemorySnapshot>()
const snapshotOf = (stage: Stage): MemorySnapshot => {
  const snapshot = snapshots.get(stage)
  if (snapshot === undefined) throw new Error(`no snapshot of ${stage}`)
  return snapshot
}

beforeAll(async () => {
  for (const stage of stages) snapshots.set(stage, await snapshotAt(stage))
})

/** Expects that the store is unchanged. */
const expectUnchanged = (world: World, before: MemorySnapshot): void => {
  expect(world.snapshot()).toEqual(before)
  expect(world.changes).toEqual([])
}

describe.each(actorNames)('%s', (name) => {
  describe.each(stages)('a record of the author, %s', (stage) => {
    const statusOfUpdate = policy[name][columnOf(stage)]

    test.each(kinds.flatMap((list) => verbs.map(([verb, ...rest]) => [list, verb, ...rest] as const)))(
      '%s: %s',
      async (list: List, verb, method, query, body, leavesTrash) => {
        const expected = statusOfUpdate === 410 && leavesTrash ? 200 : statusOfUpdate
        for (const route of ['1', stage === 'trash' ? 'by-slug/x__trashed' : 'by-slug/x']) {
          const world = openWorld(snapshotOf(stage), actors[name])
          const reply = await world.send(method, `/${list}/${route}${query}`, body)
          expect([route, reply.status]).toEqual([route, expected])
          expect(world.questions.filter(({ record }) => record !== undefined).length).toBeLessThanOrEqual(1)
          if (expected !== 200) expectUnchanged(world, snapshotOf(stage))
          else {
            expect(world.changes).toHaveLength(stage === 'draft' && verb === 'PATCH to draft' ? 0 : 1)
            expect(world.questions.map(({ record }) => record?.id)).toEqual([undefined, 1])
          }
        }
      },
    )
  })

  test.each(['categories/1', 'tags/2'])('may change /%s only as editor or admin', async (path) => {
    const expected = name === 'anonymous' ? 401 : name === 'editor' || name === 'admin' ? 200 : 403
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const world = openWorld(snapshotOf('publish'), actors[name])
      expect((await world.send(method, `/${path}`, method === 'DELETE' ? undefined : { description: 'New' })).status).toBe(expected)
      if (expected === 200) expect(world.questions.map(({ record }) => record?.id)).toEqual([undefined, Number(path.split('/')[1])])
      else expectUnchanged(world, snapshotOf('publish'))
    }
  })

  test.each(Object.entries(least))('may create /%s as author, editor or admin, but terms not as author', async (list, body) => {
    const isTerm = list === 'categories' || list === 'tags'
    const writes = { anonymous: 401, reader: 403, author: isTerm ? 403 : 201, 'other author': isTerm ? 403 : 201, editor: 201, admin: 201 }
    const world = openWorld(snapshotOf('publish'), actors[name])
    const reply = await world.send('POST', `/${list}`, list === 'categories' ? { name: 'Sport' } : body)
    expect(reply.status).toBe(writes[name])
    if (reply.status !== 201) return expectUnchanged(world, snapshotOf('publish'))
    expect(world.questions.map(({ action, next }) => [action, next?.id])).toEqual([
      ['create', undefined],
      ['create', null],
    ])
    if (!isTerm) expect(reply.body.author).toBe(Number(actors[name]?.id))
  })

  test('may set another author only as editor or admin', async () => {
    const expected = { anonymous: 401, reader: 403, author: 403, 'other author': 403, editor: 200, admin: 200 }[name]
    for (const list of kinds) {
      const world = openWorld(snapshotOf('publish'), actors[name])
      expect((await world.send('PATCH', `/${list}/1`, { author: 8 })).status).toBe(expected)
      const created = await world.send('POST', `/${list}`, { ...least[list], author: 8 })
      expect(created.status).toBe(expected === 200 ? 201 : expected)
      if (expected !== 200) expectUnchanged(world, snapshotOf('publish'))
    }
  })
})

/** The action, the kind, and the id; null for a record that does not exist yet. */
type Asked = readonly [action: string, kind: string, id: number | null]

/** Records nested in an event, and the policy questions in addition to that for the event itself. */
const nested: readonly (readonly [name: string, body: object, asked: readonly Asked[]])[] = [
  ['a venue by id', { venue: 1 }, [['link', 'venue', 1]]],
  ['a venue twice', { venue: [1, { id: 1 }] }, [['link', 'venue', 1]]],
  ['a venue by its name', { venue: { venue: 'x' } }, [['link', 'venue', 1]]],
  ['a new venue', { venue: { venue: 'New' } }, [['create', 'venue', null]]],
  ['an organizer by id', { organizer: '1' }, [['link', 'organizer', 1]]],
  ['a new organizer, twice', { organizer: [{ organizer: 'New' }, { organizer: 'new' }] }, [['create', 'organizer', null]]],
  ['a category by id', { categories: [1] }, [['link', 'category', 1]]],
  ['a category by slug and by name', { categories: ['music', 'Music'] }, [['link', 'category', 1]]],
  ['new categories', { categories: ['Jazz', 'Sport'] }, [['create', 'category', null]]],
  [
    'a tag by slug, and a new one',
    { tags: 'free,Fresh' },
    [
      ['link', 'tag', 2],
      ['create', 'tag', null],
    ],
  ],
  [
    'some of everything',
    { venue: [1, { venue: 'New' }], organizer: { organizer: 'New' }, categories: ['music'], tags: ['Fresh'] },
    [
      ['link', 'venue', 1],
      ['create', 'venue', null],
      ['create', 'organizer', null],
      ['link', 'category', 1],
      ['create', 'tag', null],
    ],
  ],
]

describe('an event with nested records', () => {
  const asked = ({ questions }: World): readonly Asked[] =>
    questions.flatMap(({ action, kind, record, next }) =>
      record === undefined && next === undefined ? [] : [[action, kind, record?.id ?? next?.id ?? null] as const],
    )

  test.each(nested)('%s: the policy is asked before anything is written, once for each question', async (_, body, expected) => {
    const world = openWorld(snapshotOf('publish'), actors.editor)
    expect((await world.send('POST', '/events', { ...concert, ...body })).status).toBe(201)
    expect(asked(world)).toEqual([['create', 'event', null], ...expected])
    const update = openWorld(snapshotOf('publish'), actors.editor)
    expect((await update.send('PATCH', '/events/1', body)).status).toBe(200)
    expect(asked(update)).toEqual([['update', 'event', 1], ...expected])
  })

  test.each(nested.flatMap(([name, body, all]) => all.map(([action, kind]) => [name, action, kind, body] as const)))(
    '%s: without the permission to %s a %s, nothing is written',
    async (_name, action, kind, body) => {
      const access = { ...roles(), may: (question: AccessQuestion) => !(question.kind === kind && question.action === action) }
      for (const [method, path] of [
        ['POST', '/events'],
        ['PATCH', '/events/1'],
      ] as const) {
        const world = openWorld(snapshotOf('publish'), actors.editor, access)
        const reply = await world.send(method, path, { ...concert, ...body })
        expect([reply.status, reply.body.data]).toEqual([403, { status: 403, denied: { action, kind } }])
        expectUnchanged(world, snapshotOf('publish'))
      }
    },
  )

  test('a denial of the event itself names no nested record', async () => {
    const access = { ...roles(), may: ({ kind }: AccessQuestion) => kind !== 'event' }
    const world = openWorld(snapshotOf('publish'), actors.editor, access)
    const reply = await world.send('POST', '/events', { ...concert, venue: { venue: 'New' } })
    expect([reply.status, reply.body.data]).toEqual([403, { status: 403 }])
  })

  test('an anonymous caller gets the name of the denied record, too', async () => {
    const access = { ...roles(), may: ({ kind }: AccessQuestion) => kind === 'event' }
    const world = openWorld(snapshotOf('publish'), null, access)
    const reply = await world.send('POST', '/events', { ...concert, tags: 'New' })
    expect([reply.status, reply.body.data]).toEqual([401, { status: 401, denied: { action: 'create', kind: 'tag' } }])
  })

  test('existing links need no permission', async () => {
    const world = openWorld(snapshotOf('publish'), actors.editor)
    const links = { venue: 1, organizer: 1, categories: [1], tags: [2] }
    await world.send('PATCH', '/events/1', links)
    world.questions.length = 0
    expect((await world.send('PATCH', '/events/1', links)).status).toBe(200)
    expect(asked(world)).toEqual([['update', 'event', 1]])
  })
})
