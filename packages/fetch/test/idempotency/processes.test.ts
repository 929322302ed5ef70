import { kyselyStore } from '@kalends/kysely'
import { countStatements } from '@kalends/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engines, oneEngineOfEachDialect } from '../../../kysely/test/engines.ts'
import { concert } from '../support.ts'
import { codes, holdFirst, type Served, type ServeOptions, serve, turns } from './support.ts'

const twenty = Array.from({ length: 20 }, (_, at) => at)

/** Long enough for a statement, and short, so that tests take no longer. */
const keyWaitMs = 500

/** Engines that several processes use at the same time; on SQLite, one of them writes at a time. */
const shared = engines.filter(({ isShared }) => isShared)

describe.each(shared)('in several processes on $name', (engine) => {
  /** Two calendars with connections of their own, like those of two processes. */
  const open = async (options?: ServeOptions): Promise<{ one: Served; two: Served }> => {
    const database = await engine.open()
    onTestFinished(() => database.close())
    const other = await database.another()
    return {
      one: serve({ ...options, store: kyselyStore(database.db, database.options) }),
      two: serve({ ...options, store: kyselyStore(other, database.options) }),
    }
  }

  test.each([
    ['without a uid', {}],
    ['with a uid', { uid: 'concert@example.org' }],
  ])('20 requests at once create one record %s, and get the same response', async (_, own) => {
    const { one, two } = await open()
    const replies = await Promise.all(twenty.map((at) => (at % 2 === 0 ? one : two).post('/events', { ...concert, ...own }, 'key')))
    expect(new Set(codes(replies))).toEqual(new Set(['201', '201 replayed']))
    expect([new Set(replies.map(({ text }) => text)).size, await one.events()]).toEqual([1, 1])
    expect([...one.changes, ...two.changes]).toEqual(['event.created'])
  })

  test('a request is refused while the first one takes long, and writes nothing', async () => {
    const { one, two } = await open({ keyWaitMs })
    const gate = holdFirst(one)
    const first = one.post('/events', concert, 'key')
    await gate.arrived
    expect(codes([await two.post('/events', concert, 'key')])).toEqual(['409 request_in_progress'])
    gate.open()
    const done = await first
    expect(codes([done])).toEqual(['201'])
    expect((await two.post('/events', concert, 'key')).text).toBe(done.text)
    expect([await two.events(), ...two.changes]).toEqual([1])
  })

  test('a request that waits runs when the first one is rolled back', async () => {
    const { one, two } = await open()
    const gate = holdFirst(one, true)
    const first = one.post('/events', concert, 'key')
    await gate.arrived
    const second = two.post('/events', concert, 'key')
    await turns(20)
    gate.open()
    expect(codes([await first, await second])).toEqual(['409 refused', '201'])
    expect(await one.events()).toBe(1)
  })
})

/** A statement that has to do with keys. */
const isOfKeys = (text: string): boolean => /requests|lock_timeout|lock_wait/.test(text)

describe.each(oneEngineOfEachDialect)('statements on $name', (engine) => {
  test('a key takes an insert and an update, with a limit around the insert where several transactions run at once', async () => {
    const database = await engine.open()
    onTestFinished(() => database.close())
    const counter = countStatements(database.db)
    const { post } = serve({ store: kyselyStore(database.db, database.options) })
    const during = async (title: string, key?: string): Promise<readonly string[]> =>
      (await counter.during(() => post('/events', { ...concert, title }, key))).statements
    // The first ones check the tables and delete expired requests.
    await during('A')
    await during('B', 'b')
    const [without, withKey, replay] = [await during('C'), await during('D', 'd'), await during('D', 'd')]
    const limits = engine.dialect === 'sqlite' ? 0 : 2
    expect([withKey.filter(isOfKeys).length, withKey.length]).toEqual([2 + limits, without.length + 2 + limits])
    expect(withKey.filter((text) => /^(insert into|update) \S*requests/.test(text)).length).toBe(2)
    // The insert that finds the key, the stored request, and the record.
    expect([replay.filter(isOfKeys).length, replay.filter((text) => /^(insert|update|delete)/.test(text)).length]).toEqual([2 + limits, 1])
    expect(without.filter(isOfKeys)).toEqual([])
  })
})
