import { describe, expect, test } from 'vitest'
import type { Revision } from '../store/contract.ts'
import type { LogMark, WrittenRecord } from '../store/log.ts'
import { createItems, type Items, type OpenItems } from './items.ts'

const none = { event: [], venue: [], organizer: [], category: [], tag: [] }
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const at = (seq: number, staleAtMs: number | null = null): Revision => ({
  token: `${seq}`,
  mark: { seq, atMs: 0 },
  staleAtMs,
  extendedTo: null,
})

/** A cache over a list of writes: the mark of a revision is the number of writes before it. */
function createWorld(maxBytes = 100_000): { items: Items; writes: (WrittenRecord | null)[]; calls: number[] } {
  const writes: (WrittenRecord | null)[] = []
  const calls: number[] = []
  const writtenSince = async ({ seq }: LogMark): Promise<readonly WrittenRecord[] | null> => {
    calls.push(seq)
    const since = writes.slice(seq)
    return since.includes(null) ? null : since.filter((one) => one !== null)
  }
  return { items: createItems(maxBytes, { writtenSince }), writes, calls }
}

const textOf = (open: OpenItems, id: number): string | undefined => {
  const item = open.get(id)
  return item && new TextDecoder().decode(item)
}

async function filled(): Promise<ReturnType<typeof createWorld>> {
  const world = createWorld()
  const open = await world.items.open('all', at(0, 200), 100)
  open.set(1, bytes('one'), { ...none, event: [1], venue: [7] })
  open.set(2, bytes('two'), { ...none, event: [2, 7], tag: [3] })
  return world
}

describe('items', () => {
  test.each<[string, (WrittenRecord | null)[], (string | undefined)[]]>([
    ['stay without a write', [], ['one', 'two']],
    ['are dropped after a write of their record', [{ kind: 'event', id: 2 }], ['one', undefined]],
    ['are dropped after a write of a linked record', [{ kind: 'venue', id: 7 }], [undefined, 'two']],
    ['stay after the write of a record of another kind with the same id', [{ kind: 'organizer', id: 7 }], ['one', 'two']],
    ['are all dropped if the store does not know', [null], [undefined, undefined]],
  ])('%s', async (_, written, expected) => {
    const { items, writes } = await filled()
    writes.push(...written)
    const open = await items.open('all', at(writes.length, 200), 100)
    expect([textOf(open, 1), textOf(open, 2)]).toEqual(expected)
  })

  test.each<[string, number, (string | undefined)[]]>([
    ['stay just before the next publication date', 199, ['one', 'two']],
    ['are dropped at it', 200, [undefined, undefined]],
    ['are dropped when the clock was set back', 99, [undefined, undefined]],
  ])('%s', async (_, nowMs, expected) => {
    const { items } = await filled()
    const open = await items.open('all', at(0, nowMs < 200 ? 200 : null), nowMs)
    expect([textOf(open, 1), textOf(open, 2)]).toEqual(expected)
  })

  test('of one scope are not found in another', async () => {
    const { items } = await filled()
    const open = await items.open('other', at(0, 200), 100)
    expect([open.stored, textOf(open, 1)]).toEqual([0, undefined])
    expect((await items.open('all', at(0, 200), 100)).stored).toBe(2)
  })

  test('that a call read before a write are not stored after it', async () => {
    const { items, writes } = await filled()
    const early = await items.open('all', at(0, 200), 100)
    writes.push({ kind: 'event', id: 1 })
    const late = await items.open('all', at(1, 200), 100)
    early.set(1, bytes('old'), { ...none, event: [1] })
    expect(textOf(late, 1)).toBe(undefined)
    late.set(1, bytes('new'), { ...none, event: [1] })
    expect(textOf(late, 1)).toBe('new')
  })

  test.each([
    ['a publication date has come', 200],
    ['the clock was set back', 99],
  ])('that a call read before %s are not stored after it', async (_, nowMs) => {
    const { items } = await filled()
    const early = await items.open('all', at(0, 200), 199)
    const late = await items.open('all', at(0, nowMs < 200 ? 200 : null), nowMs)
    early.set(1, bytes('of another time'), { ...none, event: [1] })
    expect(textOf(late, 1)).toBe(undefined)
  })

  test('ask for writes only when there are items, and once for each revision', async () => {
    const { items, writes, calls } = createWorld()
    await items.open('all', at(0), 100)
    writes.push({ kind: 'event', id: 1 })
    const open = await items.open('all', at(1), 100)
    expect(calls).toEqual([])
    open.set(1, bytes('one'), { ...none, event: [1] })
    writes.push({ kind: 'event', id: 2 })
    await Promise.all([items.open('all', at(2), 100), items.open('all', at(2), 100)])
    expect(calls).toEqual([1])
  })

  test('are compared again after a failure', async () => {
    let fails = true
    const items = createItems(100_000, {
      writtenSince: async () => {
        if (fails) throw new Error('away')
        return [{ kind: 'event', id: 1 }]
      },
    })
    const open = await items.open('all', at(0), 100)
    open.set(1, bytes('one'), { ...none, event: [1] })
    await expect(items.open('all', at(1), 100)).rejects.toThrow('away')
    fails = false
    expect(textOf(await items.open('all', at(1), 100), 1)).toBe(undefined)
  })
})
