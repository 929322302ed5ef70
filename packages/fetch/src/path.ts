/** Where a request goes, read from the text of its URL: `new URL` would resolve dot segments, which must never match here. */
export interface Target {
  /** From the first slash on, still encoded. */
  readonly path: string
  /** Behind the question mark, still encoded; empty when there is none. */
  readonly query: string
}

const httpOrigin = /^https?:\/\//i

/**
 * Takes a URL apart. The path of what is neither http nor https, or names a user (which RFC 9110, 4.2.4 calls an error, and of
 * which no `Request` can be made), is the whole address, which begins with no slash and matches nothing.
 */
export function readTarget(url: string): Target {
  const [beforeHash = ''] = url.split('#', 1)
  const mark = beforeHash.indexOf('?')
  const address = mark === -1 ? beforeHash : beforeHash.slice(0, mark)
  const query = mark === -1 ? '' : beforeHash.slice(mark + 1)
  const origin = httpOrigin.exec(address)?.[0].length
  if (origin === undefined) return { path: address, query }
  const slash = address.indexOf('/', origin)
  const at = address.indexOf('@', origin)
  if (at !== -1 && (slash === -1 || at < slash)) return { path: address, query }
  return { path: slash === -1 ? '/' : address.slice(slash), query }
}

/** One part of a path between slashes, decoded; undefined when it is not UTF-8. */
export type Segment = string | undefined

/**
 * The parts of a path, decoded; one slash at the end does not count.
 * @returns undefined for a path that matches nothing, ever: empty or dot segments, encoded slashes, backslashes
 */
export function splitPath(path: string): readonly Segment[] | undefined {
  if (!path.startsWith('/')) return undefined
  const parts = path.slice(1).split('/')
  if (parts.at(-1) === '') parts.pop()
  const segments = parts.map(decode)
  return segments.some((segment) => segment !== undefined && isRefused(segment)) ? undefined : segments
}

function decode(part: string): Segment {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

const isRefused = (segment: string): boolean => segment === '' || segment === '.' || segment === '..' || /[/\\]/.test(segment)

/** Whether a path, whatever it leads to, is percent-encoded UTF-8. */
export const isUtf8Path = (path: string): boolean => decode(path) !== undefined
