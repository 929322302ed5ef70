import type { ImportWarning } from '../item.ts'
import { withoutSlashes } from '../values/slashes.ts'
import type { Answer, Ask } from './request.ts'

/** The path of the interface behind that of WordPress. */
const namespace = '/tribe/events/v1'

/** Makes the address of a request. */
export type ToAddress = (path: string, parameters: Readonly<Record<string, string | number>>) => string

/**
 * Finds the interface of a site: an address that names it, or what the site says in a header of its front page.
 * @returns how addresses are made, or why there is none
 */
export async function findInterface(url: URL, ask: Ask): Promise<ToAddress | ImportWarning> {
  if (isInterface(url)) return addressesAt(url)
  const answer = await ask(url.href, 'HEAD')
  // Some servers answer 5xx to HEAD alone.
  if ('code' in answer && answer.code !== 'site_failed') return answer
  if ('header' in answer && isDisabled(answer)) return disabled
  const named = 'header' in answer ? answer.header('x-tec-api-root') : ''
  const root = URL.canParse(named) ? new URL(named) : undefined
  // The name and the password of a site go to no other one.
  if (root?.origin === url.origin && isInterface(root)) return addressesAt(root)
  return addressesAt(new URL(`${withoutSlashes(url.pathname)}/wp-json${namespace}`, url))
}

/** Whether an administrator has switched the interface off. */
export const isDisabled = ({ header }: Answer): boolean => header('x-tec-api-version').toLowerCase() === 'disabled'

/** Why a site without the interface cannot be read. */
export const disabled: ImportWarning = { code: 'rest_disabled', message: 'The site has switched its REST interface off.' }

const isInterface = (url: URL): boolean => `${url.pathname}${url.searchParams.get('rest_route') ?? ''}`.includes(namespace)

/** Sites without permalinks have the path in the parameter `rest_route`. */
function addressesAt(root: URL): ToAddress {
  return (path, parameters) => {
    const url = new URL(root)
    const route = url.searchParams.get('rest_route')
    const base = withoutSlashes(route ?? url.pathname)
    if (route === null) url.pathname = `${base}/${path}`
    else url.searchParams.set('rest_route', `${base}/${path}`)
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value))
    url.hash = ''
    return url.href
  }
}
