import { invalidInput } from '@kalends/core/internal'
import { type EncodableObject, type EncodableValue, isObject, LinkingRecord } from '../json.ts'
import { createPace, createPacedWriter, type PacedWriter } from './paced-writer.ts'

const encoder = new TextEncoder()

/** Encodes a body as bytes: the server would encode a large string again, and slower. */
export const encodeBody = (body: EncodableValue): Uint8Array<ArrayBuffer> => encoder.encode(JSON.stringify(body))

/**
 * Encodes the body of a response as bytes. The items of a list are written one by one: as one string, a whole page would take twice the
 * memory and twice the time as soon as it has one character beyond Latin-1. Yields to the event loop between long items.
 * @throws invalid_input a page of several records has more than `maxPageCharacters`, which could exhaust the memory of the process
 */
export function encodeAnswer(body: EncodableValue): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> {
  if (body instanceof LinkingRecord) return hasLongList(body) ? encodeRecord(body) : encodeBody(body)
  const [key = ''] = isObject(body) ? Object.keys(body) : []
  const items = isObject(body) ? body[key] : undefined
  if (isObject(body) && isList(items)) {
    const { [key]: _items, ...others } = body
    return encodeItems(items).then((encoded) => joinItems(key, encoded, others))
  }
  return hasLongList(body) ? encodeRecord(body) : encodeBody(body)
}

/**
 * The longest page of several records, in characters. A record can be 50 times as long as the request that created it, because of its
 * linked records.
 */
export const maxPageCharacters = 67_108_864

/**
 * Whether a record has a list that is written item by item; of a linking record, its links alone. Runs for every record of a page, so it
 * does not allocate a list of values.
 */
function hasLongList(value: EncodableValue): value is EncodableObject | LinkingRecord {
  if (value instanceof LinkingRecord) return hasLongList(value.links)
  if (!isObject(value)) return false
  for (const key in value) {
    const member = value[key]
    if (Array.isArray(member) && member.length > longestShort) return true
  }
  return false
}

/** Lists of more items are written item by item. */
const longestShort = 8

const isLongList = (value: EncodableValue | undefined): value is readonly EncodableValue[] => isList(value) && value.length > longestShort

/** The JSON of linked records, found by identity. */
type LinkTexts = Map<EncodableValue, string>

/** The JSON of a linked record, or of a list of these. */
function toLinkText(link: EncodableValue, texts: LinkTexts): string {
  if (isList(link)) return `[${link.map((record) => toLinkText(record, texts)).join(',')}]`
  const known = texts.get(link)
  if (known !== undefined) return known
  const text = JSON.stringify(link)
  texts.set(link, text)
  return text
}

/** The JSON of a record, the same that `JSON.stringify` makes. */
function toText(record: EncodableValue, texts: LinkTexts): string {
  if (!(record instanceof LinkingRecord)) return JSON.stringify(record)
  let text = JSON.stringify(record.before).slice(0, -1)
  for (const [key, link] of Object.entries(record.links)) text += `,"${key}":${toLinkText(link, texts)}`
  return `${text},${JSON.stringify(record.after).slice(1)}`
}

async function writeRecord(record: EncodableObject | LinkingRecord, texts: LinkTexts, { write }: PacedWriter): Promise<void> {
  const members = record instanceof LinkingRecord ? record.toJSON() : record
  const toItemText = (item: EncodableValue): string => (isObject(item) ? toLinkText(item, texts) : JSON.stringify(item))
  for (const [index, [key, member]] of Object.entries(members).entries()) {
    const start = `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`
    if (!isLongList(member)) {
      await write(`${start}${toItemText(member)}`)
      continue
    }
    for (const [place, item] of member.entries()) await write(`${place === 0 ? `${start}[` : ','}${toItemText(item)}`)
    await write(']')
  }
  await write('}')
}

async function encodeRecord(record: EncodableObject | LinkingRecord): Promise<Uint8Array<ArrayBuffer>> {
  const writer = createPacedWriter()
  await writeRecord(record, new Map(), writer)
  return encodeAll(writer.texts)
}

function ensurePageLength(characters: number): void {
  if (characters > maxPageCharacters) throw invalidInput({ perPage: { code: 'page_too_large', max: maxPageCharacters } })
}

/**
 * Encodes records, each by itself, as {@link encodeAnswer} encodes them in a list.
 * @throws invalid_input as for {@link encodeAnswer}
 */
export async function encodeItems(items: readonly EncodableValue[]): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const texts: LinkTexts = new Map()
  const pace = createPace()
  const encoded: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (const item of items) {
    if (hasLongList(item)) {
      const writer = createPacedWriter()
      await writeRecord(item, texts, writer)
      length += writer.length()
      encoded.push(await encodeAll(writer.texts))
    } else {
      const text = toText(item, texts)
      length += text.length
      encoded.push(encoder.encode(text))
    }
    if (items.length > 1) ensurePageLength(length)
    const turn = pace(length)
    if (turn !== undefined) await turn
  }
  return encoded
}

const comma = encoder.encode(',')

/**
 * The bytes of a JSON object with a list of encoded items.
 * @param key the name of the list, which comes first
 * @param others the other members
 */
export function joinItems(key: string, items: readonly Uint8Array[], others: EncodableObject): Uint8Array<ArrayBuffer> {
  const start = encoder.encode(`{${JSON.stringify(key)}:[`)
  const rest = JSON.stringify(others)
  const end = encoder.encode(rest === '{}' ? ']}' : `],${rest.slice(1)}`)
  const parts: Uint8Array[] = [start]
  for (const item of items) parts.push(...(parts.length === 1 ? [item] : [comma, item]))
  parts.push(end)
  let length = 0
  for (const part of parts) length += part.byteLength
  const joined = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.byteLength
  }
  return joined
}

/** Encodes a list of items that are JSON already. */
export const encodeList = (items: readonly string[]): Promise<Uint8Array<ArrayBuffer>> =>
  encodeAll(['[', ...items.map((item, index) => (index === 0 ? item : `,${item}`)), ']'])

const isList = (value: unknown): value is readonly EncodableValue[] => Array.isArray(value)

/** Encodes strings as bytes, one after the other. */
async function encodeAll(texts: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  let length = 0
  for (const text of texts) length += text.length
  // Enough for most strings in Latin letters.
  const expectedLength = Math.ceil(length * 1.125)
  let buffer = new Uint8Array(expectedLength)
  const pace = createPace()
  let end = 0
  for (const text of texts) {
    const turn = pace(end)
    if (turn !== undefined) await turn
    for (let rest = text; rest !== ''; ) {
      const { read, written } = encoder.encodeInto(rest, buffer.subarray(end))
      end += written
      rest = rest.slice(read)
      // A UTF-16 code unit takes at most three bytes in UTF-8.
      if (rest !== '') buffer = enlarged(buffer, length * 3)
    }
  }
  // A view keeps its whole buffer alive. The enlarged buffer is half empty, so its bytes are copied.
  return buffer.length === expectedLength ? buffer.subarray(0, end) : buffer.slice(0, end)
}

function enlarged(buffer: Uint8Array, byteLength: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(byteLength)
  larger.set(buffer)
  return larger
}
