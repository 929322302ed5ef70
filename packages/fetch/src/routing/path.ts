import type { Settings } from '../options/settings.ts'

/** Path and query of a request, parsed from the string of its URL: `new URL` would resolve dot segments, which must never match here. */
export interface UrlParts {
  /** From the first slash on, still encoded. */
  readonly path: string
  /** After the question mark, still encoded; empty when there is none. */
  readonly query: string
}

const httpOrigin = /^https?:\/\//i

/**
 * Splits a URL. If it is neither http nor https, or contains user information, then the path is the whole URL, which has no leading slash
 * and matches nothing. RFC 9110, 4.2.4 calls user information an error, and no `Request` can be built from it.
 */
export function splitUrl(url: string): UrlParts {
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

/** A decoded path segment; undefined when it is not UTF-8. */
export type Segment = string | undefined

/**
 * Splits a path into decoded segments; ignores one slash at the end.
 * @returns undefined for a path that can never match: empty or dot segments, encoded slashes, backslashes
 */
export function splitPath(path: string): readonly Segment[] | undefined {
  if (!path.startsWith('/')) return undefined
  const parts = path.slice(1).split('/')
  if (parts.at(-1) === '') parts.pop()
  const segments: Segment[] = []
  for (const part of parts) {
    const segment = decode(part)
    if (segment !== undefined && refused.test(segment)) return undefined
    segments.push(segment)
  }
  return segments
}

/** Empty and dot segments, and those with a slash or a backslash. */
const refused = /^\.{0,2}$|[/\\]/

function decode(part: string): Segment {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** Whether a path is percent-encoded UTF-8, even if no route matches it. */
export const isUtf8Path = (path: string): boolean => decode(path) !== undefined

/** The language of a path without a route: the segment after the base path, if it is a configured language; empty for any other. */
export function languageOfPath(path: string, { basePath, messages }: Pick<Settings, 'basePath' | 'messages'>): string {
  const [before, first = ''] = path.slice(basePath.length).split('/', 2)
  return path.startsWith(basePath) && before === '' && messages.has(first) ? first : ''
}
