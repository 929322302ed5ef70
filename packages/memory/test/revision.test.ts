import { buildEventDraft } from '@kalends/testing/conformance'
import { expect, test } from 'vitest'
import { memoryStore } from '../src/index.ts'

test('the revision is returned without a promise, and changes with each commit', async () => {
  const store = memoryStore()
  const before = store.revision(0)
  expect(before).not.toBeInstanceOf(Promise)
  await store.events.insert(buildEventDraft())
  expect(store.revision(0)).not.toEqual(before)
})

test('staleAtMs is the next publication after the given instant, also when clocks are set back', async () => {
  const store = memoryStore()
  for (const publishedMs of [100, 200]) await store.events.insert(buildEventDraft({ publishedMs, slug: `at-${publishedMs}` }))
  const stale = async (nowMs: number) => (await store.revision(nowMs)).staleAtMs
  const moments = [50, 99, 100, 150, 50, 200, 199]
  expect(await Promise.all(moments.map(stale))).toEqual([100, 100, 200, 200, 100, null, 200])
})
