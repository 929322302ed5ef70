import { callAfter, yieldToEventLoop } from '@kalends/core/internal'
import type { AbortSignalLike } from '@kalends/core/store'
import type { ImportWarning } from '../item.ts'

/** What a file is read from. */
export type ImportSource = string | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<string | Uint8Array>

/** The limits of a source. */
export interface SourceLimits {
  /** The largest number of octets. */
  readonly maxBytes: number
  /** The longest time between two parts, in milliseconds. */
  readonly idleMs: number
  /** Stops the reading. */
  readonly signal: AbortSignalLike | undefined
}

/** Calls back once after some milliseconds, and returns a function that cancels the call. */
export type CallAfter = (ms: number, callback: () => void) => () => void

const waitFor: CallAfter = (ms, callback) => callAfter(ms, callback, { keepsAlive: true })

/** The octets that are taken at once. */
const partOctets = 64 * 1024

/**
 * The octets of a source in parts, as UTF-8 where it begins with a mark of UTF-16. If the source fails, stalls, is too large or is stopped, the
 * last part is the reason.
 * @param after sets the timer between two parts
 */
export async function* readParts(
  source: ImportSource,
  limits: SourceLimits,
  after: CallAfter = waitFor,
): AsyncGenerator<Uint8Array | ImportWarning, void> {
  const parts = partsOf(source)
  const toOctets = createEncoder()
  const toUtf8 = createUtf8Converter()
  let [total, sinceYield] = [0, 0]
  try {
    for (;;) {
      const next = await nextPart(parts, limits, after)
      if ('code' in next) return void (yield next)
      if (next.done === true) return
      const part = toOctets(next.value)
      if ('code' in part) return void (yield part)
      total += part.length
      if (total > limits.maxBytes) return void (yield tooLarge(limits.maxBytes))
      for (let at = 0; at < part.length; at += partOctets) yield toUtf8(part.subarray(at, at + partOctets))
      sinceYield += part.length
      // Timers and signals have to run although all parts may be at hand.
      if (sinceYield > 16 * partOctets) {
        sinceYield = 0
        await yieldToEventLoop()
      }
    }
  } finally {
    // A source that stalls may never settle, and one that failed may fail again.
    parts.return().then(undefined, () => undefined)
  }
}

const tooLarge = (maxBytes: number): ImportWarning => ({ code: 'too_large', message: `The source has more than ${maxBytes} octets.` })

interface Parts {
  next(): Promise<IteratorResult<unknown, unknown>>
  return(): Promise<unknown>
}

/** The next part, or why there is none. */
async function nextPart(
  parts: Parts,
  { idleMs, signal }: SourceLimits,
  after: CallAfter,
): Promise<IteratorResult<unknown, unknown> | ImportWarning> {
  if (signal?.aborted === true) return { code: 'aborted', message: 'The reading was stopped.' }
  let cancel = (): void => undefined
  const stalled = new Promise<ImportWarning>((resolve) => {
    cancel = after(idleMs, () => resolve({ code: 'source_stalled', message: `The source sent nothing for ${idleMs} milliseconds.` }))
  })
  try {
    return await Promise.race([parts.next(), stalled])
  } catch (error) {
    return { code: 'source_failed', message: `The source failed: ${error instanceof Error ? error.message : String(error)}` }
  } finally {
    cancel()
  }
}

/** The parts of a source. Each call is asynchronous, so that a source that cannot be opened fails like one that cannot be read. */
function partsOf(source: ImportSource): Parts {
  if (typeof source === 'string' || source instanceof Uint8Array) {
    const slices = slicesOf(source)
    return { next: async () => slices.next(), return: async () => undefined }
  }
  if ('getReader' in source) {
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
    const open = (): ReadableStreamDefaultReader<Uint8Array> => {
      reader ??= source.getReader()
      return reader
    }
    return { next: async () => open().read() as Promise<IteratorResult<unknown, unknown>>, return: async () => reader?.cancel() }
  }
  if (!(Symbol.asyncIterator in source)) throw new TypeError('A source is a text, octets, or a stream or an async iterable of them')
  let iterator: AsyncIterator<unknown> | undefined
  const open = (): AsyncIterator<unknown> => {
    iterator ??= source[Symbol.asyncIterator]()
    return iterator
  }
  return { next: async () => open().next(), return: async () => iterator?.return?.() }
}

function* slicesOf(source: string | Uint8Array): Generator<string | Uint8Array, void> {
  for (let at = 0; at < source.length; at += partOctets) yield source.slice(at, at + partOctets)
}

/** Encodes the texts among some parts. A part may end within a surrogate pair. */
function createEncoder(): (part: unknown) => Uint8Array | ImportWarning {
  const encoder = new TextEncoder()
  let half = ''
  return (part) => {
    if (part instanceof Uint8Array) return part
    if (typeof part !== 'string') return { code: 'source_failed', message: 'The source gave something that is neither a text nor octets.' }
    const text = half + part
    const end = /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length
    half = text.slice(end)
    return encoder.encode(text.slice(0, end))
  }
}

/** Converts UTF-16 with a byte order mark to UTF-8. */
function createUtf8Converter(): (octets: Uint8Array) => Uint8Array {
  const encoder = new TextEncoder()
  let first: number | undefined
  let decoder: TextDecoder | null | undefined
  return (octets) => {
    if (decoder === null || octets.length === 0) return octets
    if (decoder !== undefined) return encoder.encode(decoder.decode(octets, { stream: true }))
    // The mark has two octets.
    if (first === undefined && octets.length === 1) {
      first = octets[0]
      return octets.subarray(1)
    }
    const whole = first === undefined ? octets : Uint8Array.of(first, ...octets)
    const name = utf16Marks.get(`${whole[0]} ${whole[1]}`)
    decoder = name === undefined ? null : new TextDecoder(name)
    return decoder === null ? whole : encoder.encode(decoder.decode(whole, { stream: true }))
  }
}

const utf16Marks = new Map([
  ['255 254', 'utf-16le'],
  ['254 255', 'utf-16be'],
])
