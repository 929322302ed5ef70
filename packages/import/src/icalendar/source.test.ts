import { describe, expect, test } from 'vitest'
import type { ImportWarning } from '../item.ts'
import { type CallAfter, type ImportSource, readParts, type SourceLimits } from './source.ts'

const limits: SourceLimits = { maxBytes: 1_000, idleMs: 10_000, signal: undefined }
const never: CallAfter = () => () => undefined

/** What a source gives: the texts of its parts, and the reason for its end. */
async function read(source: ImportSource, own: Partial<SourceLimits> = {}, after = never): Promise<readonly string[]> {
  const found: string[] = []
  for await (const part of readParts(source, { ...limits, ...own }, after)) found.push(textOf(part))
  return found
}

const textOf = (part: Uint8Array | ImportWarning): string => ('code' in part ? part.code : new TextDecoder().decode(part))

async function* parts<T>(...all: readonly T[]): AsyncGenerator<T> {
  yield* all
}

const stream = (source: UnderlyingDefaultSource<Uint8Array>): ReadableStream<Uint8Array> => new ReadableStream(source)

describe('the parts of a source', () => {
  test('are those of a text, of texts, and of octets', async () => {
    expect(await read('abc')).toEqual(['abc'])
    expect(await read('')).toEqual([])
    expect(await read(parts('ab', '', 'c'))).toEqual(['ab', 'c'])
    expect(await read(parts<string | Uint8Array>(Uint8Array.of(97, 98), 'c'))).toEqual(['ab', 'c'])
    expect(await read(new Blob(['abc']).stream())).toEqual(['abc'])
    expect(await read(Uint8Array.of(97, 98))).toEqual(['ab'])
  })

  test('come from nothing else', async () => {
    await expect(read(Promise.resolve('abc') as unknown as string)).rejects.toThrow('A source is a text')
  })

  test('are not divided within a surrogate pair', async () => {
    expect((await read(parts('a\ud83c', '\udf89b'))).join('')).toBe('a🎉b')
  })

  test('are UTF-8 where they are UTF-16', async () => {
    const octets = [0xff, 0xfe, 0x61, 0, 0x3c, 0xd8, 0x89, 0xdf]
    expect((await read(parts(...octets.map((octet) => Uint8Array.of(octet))))).join('')).toBe('a🎉')
    expect((await read(parts(Uint8Array.of(0xfe, 0xff, 0, 0x61)))).join('')).toBe('a')
  })
})

describe('the last part says why a source ended early', () => {
  test('it failed', async () => {
    const failing = async function* () {
      yield 'ab'
      throw new Error('reset')
    }
    expect(await read(failing())).toEqual(['ab', 'source_failed'])
    expect(await read(stream({ pull: (controller) => controller.error(new Error('reset')) }))).toEqual(['source_failed'])
  })

  test('it cannot be opened', async () => {
    const locked = stream({})
    locked.getReader()
    expect(await read(locked)).toEqual(['source_failed'])
  })

  test('it gives something else', async () => {
    expect(await read(parts(1 as unknown as string))).toEqual(['source_failed'])
  })

  test('it is too large', async () => {
    expect(await read(parts('aaa', 'bbb'), { maxBytes: 5 })).toEqual(['aaa', 'too_large'])
    expect(await read('aaaa', { maxBytes: 4 })).toEqual(['aaaa'])
  })

  test('it is stopped', async () => {
    const controller = new AbortController()
    const stopping = async function* () {
      yield 'ab'
      controller.abort()
      yield 'b'
      yield 'c'
    }
    expect(await read(stopping(), { signal: controller.signal })).toEqual(['ab', 'b', 'aborted'])
  })

  test('it sends nothing for some time; then it is cancelled, and no timer is left', async () => {
    let [isCancelled, waited, timers] = [false, 0, 0]
    const after: CallAfter = (ms, callback) => {
      timers++
      waited = ms
      queueMicrotask(() => queueMicrotask(() => queueMicrotask(callback)))
      return () => {
        timers--
      }
    }
    const silent = stream({
      pull: () => new Promise(() => undefined),
      cancel: () => {
        isCancelled = true
      },
    })
    expect(await read(silent, {}, after)).toEqual(['source_stalled'])
    expect({ isCancelled, waited, timers }).toEqual({ isCancelled: true, waited: 10_000, timers: 0 })
  })

  test('a reader that stops cancels its source', async () => {
    let isCancelled = false
    const endless = stream({
      pull: (controller) => controller.enqueue(Uint8Array.of(97)),
      cancel: () => {
        isCancelled = true
      },
    })
    for await (const _ of readParts(endless, limits, never)) break
    expect(isCancelled).toBe(true)
  })
})
