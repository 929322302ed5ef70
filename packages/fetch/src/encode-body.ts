import { isObject, type JsonValue } from './json.ts'

const encoder = new TextEncoder()

/**
 * A body in bytes: a large text would be encoded again, and slower, by the server. The items of a list are written one by one.
 * As one text, all of a page would take twice the room as soon as one letter of it is beyond Latin-1, and twice the time.
 */
export function encodeBody(body: JsonValue): Uint8Array<ArrayBuffer> {
  const [list, ...others] = isObject(body) ? Object.entries(body) : []
  if (list === undefined || !isList(list[1])) return encoder.encode(JSON.stringify(body))
  const [key, items] = list
  const rest = JSON.stringify(Object.fromEntries(others)).slice(1)
  return encodeAll([
    `{${JSON.stringify(key)}:[`,
    ...items.map((item, index) => `${index === 0 ? '' : ','}${JSON.stringify(item)}`),
    `]${others.length === 0 ? '' : ','}${rest}`,
  ])
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

/** The bytes of some texts, one behind the other. */
function encodeAll(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  // Enough for texts in Latin letters.
  let room = new Uint8Array(Math.ceil(length * 1.125))
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
  return room.subarray(0, end)
}

function enlarged(room: Uint8Array, byteLength: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(byteLength)
  larger.set(room)
  return larger
}
