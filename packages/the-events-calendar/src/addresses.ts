import { toSlug } from '@kalends/core/internal'
import type { Address, JsonObject } from '@kalends/fetch'

/** The paths at which that service takes `rest_route`. */
const fronts: ReadonlySet<string> = new Set(['/', '/index.php'])

/** An empty `_fields`, which that service ignores. */
const emptySelection = /(^|&)_fields(?:\[\]|%5[bB]%5[dD])?=?(?=&|$)/g

/** Parameters that have one value. */
const single: ReadonlySet<string> = new Set(['page', 'per_page', 'start_date', 'end_date', 'search', 'order', 'orderby'])

/** Keeps the last of several values of a parameter that has one, as PHP does. Programs that add parameters to an address repeat some. */
function withLastValues(query: string): string {
  const pairs = query.split('&').map((pair) => ({ pair, name: pair.split('=', 1)[0] ?? '' }))
  const last = new Map(pairs.map((one) => [one.name, one]))
  const kept = pairs.filter((one) => !single.has(one.name) || last.get(one.name) === one)
  return kept.map(({ pair }) => pair).join('&')
}

/** The slug in a path, which can have the extension of a format. */
const slugAtEnd = /(?<=\/by-slug\/)([^/]+?)(?=(?:\.[a-z]{2,9})?\/?$)/

/** Converts a slug in a path to its stored form: lower case, and derived from a name if it is one. Slugs of the trash stay unchanged. */
function withSlug(segment: string): string {
  try {
    const slug = decodeURIComponent(segment)
    return slug.includes('__trashed') ? segment : encodeURIComponent(toSlug(slug) || slug)
  } catch {
    return segment
  }
}

/** Paths of the handler. */
interface Paths {
  readonly basePath: string
  readonly namespace: string
}

/** Returns the address that an address of that service stands for. */
export function readServiceAddress(address: Address, headers: Headers, paths: Paths): Address {
  const { path, query: whole } = readRestRoute({ ...address, path: withOneSlash(address.path) }, paths)
  const query = withLastValues(whole)
  return {
    method: readMethod(address.method, headers),
    path: toOwnPath(path, paths),
    query: query.includes('_fields') ? query.replace(emptySelection, '') : query,
  }
}

/** The path of the handler: the lists of WordPress itself are below its namespace. */
function toOwnPath(path: string, { basePath, namespace }: Paths): string {
  if (path.startsWith(`${basePath}/wp/v2/`)) return `${basePath}/${namespace}${path.slice(basePath.length)}`
  return path.replace(slugAtEnd, withSlug)
}

/** Methods that a POST can stand for. */
const overriding = ['PUT', 'PATCH', 'DELETE']

/** The method that a request stands for: that of `X-HTTP-Method-Override` for a POST, which programs send where others are blocked. */
function readMethod(method: string, headers: Headers): string {
  const given = method === 'POST' ? headers.get('x-http-method-override')?.trim().toUpperCase() : undefined
  return given !== undefined && overriding.includes(given) ? given : method
}

/** Returns the address that one with `rest_route` stands for, and the root of the namespace for the base path itself. */
function readRestRoute({ path, query }: Omit<Address, 'method'>, { basePath, namespace }: Paths): Omit<Address, 'method'> {
  if (basePath === '') return { path, query }
  const root = `${basePath}/${namespace}`
  if (isBase(path, basePath)) return { path: root, query }
  if (!fronts.has(path) || !query.includes('rest_route=')) return { path, query }
  const parameters = query.split('&')
  const route = parameters.find((parameter) => parameter.startsWith('rest_route='))?.slice('rest_route='.length)
  if (route === undefined) return { path, query }
  const others = parameters.filter((parameter) => !parameter.startsWith('rest_route=')).join('&')
  const below = route.replaceAll(/%2f/gi, '/').replace(/^\/?/, '/')
  return { path: below === '/' ? root : `${basePath}${below}`, query: others }
}

/** A path that begins with several slashes, as clients write it that add a slash to an address with one at its end. */
const withOneSlash = (path: string): string => path.replace(/^\/+/, '/')

const isBase = (path: string, basePath: string): boolean => path === basePath || path === `${basePath}/`

/** Returns the description of all namespaces for the base path, and otherwise the description of the namespace. */
export function writeIndex(
  root: JsonObject,
  { url }: { readonly url: string },
  { basePath, publicUrl }: { readonly basePath: string; readonly publicUrl: string },
): JsonObject {
  const { pathname, searchParams } = new URL(url)
  const route = searchParams.get('rest_route')
  if (basePath === '' || !(isBase(withOneSlash(pathname), basePath) || (fronts.has(pathname) && (route === '/' || route === ''))))
    return root
  return {
    name: 'Kalends',
    description: '',
    url: publicUrl,
    home: publicUrl,
    namespaces: [root['namespace'] ?? ''],
    authentication: {},
    routes: root['routes'] ?? {},
  }
}
