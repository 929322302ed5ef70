import { invalidInput } from '@kalends/core'
import { isObject, type JsonObject, type JsonValue } from './json.ts'

const encoder = new TextEncoder()

/** Encodes a body as bytes: the server would encode a large string again, and slower. */
export const encodeBody = (body: JsonValue): Uint8Array<ArrayBuffer> => encoder.encode(JSON.stringify(body))

/**
 * Encodes the body of a response as bytes. The items of a list are written one by one: as one string, a whole page would take twice the
 * memory and twice the time as soon as it has one character beyond Latin-1. Yields to the event loop between long items.
 * @throws invalid_input a page of several records is so long that it would take the memory of the whole process
 */
export function encodeAnswer(body: JsonValue): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> {
  const [key = ''] = isObject(body) ? Object.keys(body) : []
  const items = isObject(body) ? body[key] : undefined
  if (isObject(body) && isList(items)) return encodePage(body, key, items)
  return hasLongList(body) ? encodeRecord(body) : encodeBody(body)
}

/**
 * The longest page of several records, in characters. A record can be 50 times as long as the request that created it, because of its
 * linked records.
 */
export const maxPageCharacters = 67_108_864

/** How many characters are written between two turns of the event loop. */
export const charactersAtOnce = 2_097_152

/** Yields to the event loop. */
export const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** Whether a record has a long list, whose items are written one by one, too. */
const hasLongList = (value: JsonValue): value is JsonObject => isObject(value) && Object.values(value).some(isLongList)

const isLongList = (value: JsonValue): value is readonly JsonValue[] => isList(value) && value.length > 8

/** Collects the parts of a string. */
interface Writer {
  /** The parts written up to now. */
  readonly texts: readonly string[]
  /** The total length of the parts, in characters. */
  length(): number
  /** Adds a part. Returns a promise when the event loop needs a turn. */
  write(text: string): Promise<void> | undefined
}

function createWriter(): Writer {
  const texts: string[] = []
  let [length, written] = [0, 0]
  return {
    texts,
    length: () => length,
    write(text) {
      texts.push(text)
      length += text.length
      if (length - written < charactersAtOnce) return undefined
      written = length
      return turn()
    },
  }
}

async function writeRecord(record: JsonObject, { write }: Writer): Promise<void> {
  for (const [index, [key, member]] of Object.entries(record).entries()) {
    const start = `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`
    if (!isLongList(member)) {
      await write(`${start}${JSON.stringify(member)}`)
      continue
    }
    for (const [place, item] of member.entries()) await write(`${place === 0 ? `${start}[` : ','}${JSON.stringify(item)}`)
    await write(']')
  }
  await write('}')
}

async function encodeRecord(record: JsonObject): Promise<Uint8Array<ArrayBuffer>> {
  const writer = createWriter()
  await writeRecord(record, writer)
  return encodeAll(writer.texts)
}

async function encodePage(body: JsonObject, key: string, items: readonly JsonValue[]): Promise<Uint8Array<ArrayBuffer>> {
  const { [key]: _items, ...others } = body
  const rest = JSON.stringify(others)
  const writer = createWriter()
  await writer.write(`{${JSON.stringify(key)}:[`)
  for (const [index, item] of items.entries()) {
    const separator = index === 0 ? '' : ','
    // Most parts are short and need no await.
    const pause = writer.write(hasLongList(item) ? separator : `${separator}${JSON.stringify(item)}`)
    if (pause !== undefined) await pause
    if (hasLongList(item)) await writeRecord(item, writer)
    if (index > 0 && writer.length() > maxPageCharacters)
      throw invalidInput({ perPage: `must be smaller: the records of this page have more than ${maxPageCharacters} characters together` })
  }
  await writer.write(rest === '{}' ? ']}' : `],${rest.slice(1)}`)
  return encodeAll(writer.texts)
}

/** Encodes a list of items that are JSON already. */
export const encodeList = (items: readonly string[]): Promise<Uint8Array<ArrayBuffer>> =>
  encodeAll(['[', ...items.map((item, index) => (index === 0 ? item : `,${item}`)), ']'])

const isList = (value: unknown): value is readonly JsonValue[] => Array.isArray(value)

/** Encodes strings as bytes, one after the other. */
async function encodeAll(texts: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  // Enough for most strings in Latin letters.
  const usual = Math.ceil(length * 1.125)
  let room = new Uint8Array(usual)
  let [end, turned] = [0, 0]
  for (const text of texts) {
    if (end - turned > charactersAtOnce) {
      turned = end
      await turn()
    }
    for (let rest = text; rest !== ''; ) {
      const { read, written } = encoder.encodeInto(rest, room.subarray(end))
      end += written
      rest = rest.slice(read)
      // A UTF-16 code unit takes at most three bytes in UTF-8.
      if (rest !== '') room = enlarged(room, length * 3)
    }
  }
  // A view keeps its whole buffer alive. The enlarged buffer is half empty, so its bytes are copied.
  return room.length === usual ? room.subarray(0, end) : room.slice(0, end)
}

function enlarged(room: Uint8Array, byteLength: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(byteLength)
  larger.set(room)
  return larger
}
