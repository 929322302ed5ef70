type Json = unknown

/** The key of a member that stands for omitted members; its value becomes a comment that names them. */
const rest = '…'

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: Json): boolean => value === '' || value === false || value === 0 || (Array.isArray(value) && value.length === 0)

/** JSON for readers: short values stay on one line, and comments state omissions. */
export function format(value: Json, indent = ''): string {
  const flat = toLine(value)
  if (!hasRest(value) && indent.length + flat.length <= 110) return flat
  const deeper = `${indent}  `
  if (Array.isArray(value)) return `[\n${value.map((item) => `${deeper}${format(item, deeper)}`).join(',\n')}\n${indent}]`
  if (!isObject(value)) return flat
  const members = Object.entries(value).filter(([key]) => key !== rest)
  const lines = members.map(([key, member], index) => {
    const comma = index < members.length - 1 ? ',' : ''
    return `${deeper}${JSON.stringify(key)}: ${format(member, deeper)}${comma}`
  })
  const comment = value[rest] === undefined ? [] : [`${deeper}// ${String(value[rest])}`]
  return `{\n${[...lines, ...comment].join('\n')}\n${indent}}`
}

function toLine(value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map(toLine).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${toLine(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function hasRest(value: Json): boolean {
  if (Array.isArray(value)) return value.some(hasRest)
  return isObject(value) && (rest in value || Object.values(value).some(hasRest))
}

const naming = ['id', 'title', 'venue', 'organizer', 'name', 'slug']

/** A linked or listed record: its name, and the start of an event. */
function toName(record: Json): Json {
  if (!isObject(record) || !('id' in record)) return record
  const kept = Object.entries(record).filter(
    ([key, value]) => (naming.includes(key) && !isObject(value) && !Array.isArray(value)) || key === 'start_date',
  )
  return { ...Object.fromEntries(kept), [rest]: 'and so on' }
}

const toNames = (value: Json): Json => (Array.isArray(value) ? value.map(toName) : toName(value))

/** The whole response to a read. */
export const whole = (body: Json): Json => body

const linkedByName = (members: readonly (readonly [string, Json])[]): object =>
  Object.fromEntries(members.map(([key, value]) => [key, toNames(value)]))

/** A list: its records by name only. */
export const byName = (body: Json): Json => (isObject(body) ? linkedByName(Object.entries(body)) : body)

/** A new record: its non-empty members, with linked records by name. */
export function withoutEmpty(body: Json): Json {
  if (!isObject(body)) return body
  const kept = Object.entries(body).filter(([key, value]) => !isEmpty(value) && !key.endsWith('_date_details'))
  return { ...linkedByName(kept), [rest]: 'and what is empty' }
}

/** A changed record: its differences from before. */
export const differing =
  (before: Json) =>
  (body: Json): Json => {
    if (!isObject(body) || !isObject(before)) return body
    const kept = Object.entries(body).filter(([key, value]) => key === 'id' || JSON.stringify(value) !== JSON.stringify(before[key]))
    const same = kept.length === 1
    return { ...linkedByName(kept), [rest]: same ? 'all as it is read' : 'the rest as it was read before' }
  }

/** A long response: some of its members, and a comment about the others. */
export const only =
  (keys: readonly string[], others: string) =>
  (body: Json): Json =>
    isObject(body) ? { ...Object.fromEntries(keys.map((key) => [key, body[key]])), [rest]: others } : body
