import type { EntityId, EventRecord } from '@kalends/core/store'
import { buildEventDraft, buildTermDraft } from '@kalends/testing/conformance'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'

const upTo = (length: number) => Array.from({ length }, (_, index) => index)

/** No two events lose the same links, so one statement would have 36,400 parameters: SQLite takes 32,766, and the servers take 65,535. */
const [events, linksOfEach] = [400, 90]

describe.each(engines.filter(({ name }) => name === 'node-sqlite-memory'))('many links on $name', ({ open }) => {
  test('are all replaced by one updateMany', async () => {
    const { db, options, close } = await open()
    onTestFinished(close)
    const store = kyselyStore(db, options)
    const tags = await store.terms.insertMany(upTo(events + linksOfEach).map((index) => buildTermDraft({ taxonomy: 'tag' }, index)))
    const ids = tags.map((tag): EntityId => tag?.id ?? 0)
    const linking = await store.events.insertMany(
      upTo(events).map((index) => buildEventDraft({ tagIds: ids.slice(index, index + linksOfEach) }, index)),
    )
    const kept = ids.slice(-1)
    const replaced = linking.flatMap((event): readonly EventRecord[] => (event === null ? [] : [{ ...event, tagIds: kept }]))
    await store.events.updateMany(replaced)
    expect(await store.countByLink('tagIds', ids, {})).toEqual(new Map([[kept[0], events]]))
  })
})
