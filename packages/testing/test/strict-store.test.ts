import { AsyncLocalStorage } from 'node:async_hooks'
import type { CalendarStore } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { expect, test } from 'vitest'
import { buildEventDraft, conformanceCases, runCase } from '../src/conformance.ts'
import { type AsyncContext, strictStore } from '../src/index.ts'

const strict = (): CalendarStore => strictStore(memoryStore())
const everything = { filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 10 } as const

/** Calls of a store, by name. */
const uses: readonly (readonly [string, (store: CalendarStore) => Promise<unknown>])[] = [
  ['find', (store) => store.events.find(everything)],
  ['count', (store) => store.venues.count({})],
  ['getMany', (store) => store.terms.getMany([1])],
  ['insert', (store) => store.events.insert(buildEventDraft())],
  ['countByLink', (store) => store.countByLink('tagIds', [1], {})],
  ['revision', async (store) => store.revision(0)],
  ['transaction', async (store) => store.transaction(async () => 1)],
]

test.each(uses)('%s of the outer store inside a transaction throws', async (_name, use) => {
  const store = strict()
  await expect(store.transaction(() => use(store))).rejects.toThrow('use tx')
})

test.each(uses)('%s of tx after its transaction has ended throws', async (_name, use) => {
  let leaked: CalendarStore | undefined
  await strict().transaction(async (tx) => {
    leaked = tx
  })
  await expect((async () => leaked && use(leaked))()).rejects.toThrow('had ended')
})

test.each(uses)('%s of the store outside a transaction, and of tx inside, is allowed', async (_name, use) => {
  const store = strict()
  await use(store)
  const again = strict()
  await again.transaction((tx) => use(tx))
  await again.transaction((tx) => tx.transaction((nested) => nested.events.count({})))
})

test('with an async context, other work may use the store while a transaction is open', async () => {
  const context: AsyncContext = new AsyncLocalStorage<boolean>()
  const store = strictStore(memoryStore(), { context })
  let finish = (): void => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const open = store.transaction(() => finished)
  expect(await store.events.count({})).toBe(0)
  finish()
  await open
  await expect(store.transaction(() => store.events.count({}))).rejects.toThrow('use tx')
})

test('returned records are frozen', async () => {
  const event = await strict().events.insert(buildEventDraft())
  expect(() => Reflect.apply(Array.prototype.push, event.venueIds, [1])).toThrow(TypeError)
})

test.each([
  ['an order without id', { order: [{ key: 'startLocal', direction: 'asc' }] }, 'end with id'],
  ['no order', { order: [] }, 'end with id'],
  ['a limit of 0', { limit: 0 }, 'limit'],
  ['a fractional limit', { limit: 1.5 }, 'limit'],
  ['a negative offset', { offset: -1 }, 'offset'],
  ['an offset of NaN', { offset: Number.NaN }, 'offset'],
] as const)('find with %s throws', async (_name, part, message) => {
  await expect(strict().events.find({ ...everything, ...part })).rejects.toThrow(message)
})

test('a strict store over a correct store passes the conformance suite', async () => {
  const context: AsyncContext = new AsyncLocalStorage<boolean>()
  for (const one of conformanceCases) {
    await runCase(one, strictStore(memoryStore(), { context }))
  }
})
