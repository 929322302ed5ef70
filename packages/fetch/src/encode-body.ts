import { isObject, type JsonValue } from './json.ts'

const encoder = new TextEncoder()

/**
 * A body in bytes: a large text would be encoded again, and slower, by the server. The items of a list are written one by one.
 * As one text, all of a page would take twice the room as soon as one letter of it is beyond Latin-1, and twice the time.
 */
export function encodeBody(body: JsonValue): Uint8Array<ArrayBuffer> {
  const [key = ''] = isObject(body) ? Object.keys(body) : []
  const items = isObject(body) ? body[key] : undefined
  if (!isObject(body) || !isList(items)) return encoder.encode(JSON.stringify(body))
  const { [key]: _items, ...others } = body
  const rest = JSON.stringify(others)
  return encodeAll([
    `{${JSON.stringify(key)}:[`,
    ...items.map((item, index) => `${index === 0 ? '' : ','}${JSON.stringify(item)}`),
    rest === '{}' ? ']}' : `],${rest.slice(1)}`,
  ])
}

/** A list of items that are JSON already, in bytes. */
export const encodeList = (items: readonly string[]): Uint8Array<ArrayBuffer> =>
  encodeAll(['[', ...items.map((item, index) => (index === 0 ? item : `,${item}`)), ']'])

const isList = (value: unknown): value is readonly JsonValue[] => Array.isArray(value)

/** The bytes of some texts, one behind the other. */
function encodeAll(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  // Enough for texts in Latin letters.
  const usual = Math.ceil(length * 1.125)
  let room = new Uint8Array(usual)
  let end = 0
  for (const text of texts) {
    for (let rest = text; rest !== ''; ) {
      const { read, written } = encoder.encodeInto(rest, room.subarray(end))
      end += written
      rest = rest.slice(read)
      // No unit of a text takes more than three bytes.
      if (rest !== '') room = enlarged(room, length * 3)
    }
  }
  // Whoever keeps a part keeps the whole room. The larger one is half empty.
  return room.length === usual ? room.subarray(0, end) : room.slice(0, end)
}

function enlarged(room: Uint8Array, byteLength: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(byteLength)
  larger.set(room)
  return larger
}
