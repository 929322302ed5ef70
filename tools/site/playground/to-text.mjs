const maxDepth = 4

/** A value as a line of text, much as the console of Node writes it. */
export function toText(value, depth = 0) {
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`
  if (typeof value === 'function') return `[Function: ${value.name || 'anonymous'}]`
  if (value === null || typeof value !== 'object') return typeof value === 'bigint' ? `${value}n` : String(value)
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (value instanceof Date) return value.toISOString()
  if (depth === maxDepth) return Array.isArray(value) ? '[Array]' : '[Object]'
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.map((item) => toText(item, depth + 1)).join(', ')} ]`
  const members = value instanceof Map ? [...value] : Object.entries(value)
  const text = members.map(([key, member]) => `${/^[\w$]+$/.test(key) ? key : toText(key)}: ${toText(member, depth + 1)}`)
  return text.length === 0 ? '{}' : `{ ${text.join(', ')} }`
}
