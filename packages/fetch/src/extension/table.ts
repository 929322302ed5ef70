import type { Action } from '@kalends/core/internal'
import type { Kind } from '@kalends/core/store'
import { isObject } from '../json.ts'
import type { ExtensionRoute, InternalExtension } from '../options/extension.ts'
import type { Settings } from '../options/settings.ts'
import { fitsPath } from '../routing/match.ts'
import { methodsOf, type Route } from '../routing/route.ts'
import { eventProperties } from '../wire/event-properties.ts'
import { organizerProperties } from '../wire/organizer.ts'
import type { Property } from '../wire/property.ts'
import { categoryProperties, tagProperties } from '../wire/term.ts'
import { venueProperties } from '../wire/venue.ts'

/** An extension that also changes the table of routes. */
export interface TableExtension extends InternalExtension {
  /**
   * Returns the table in which all extensions have put their routes, changed.
   * @throws TypeError the extension cannot be used with these routes or options
   */
  table?(routes: readonly Route[], settings: Settings): readonly Route[]
  /**
   * Checks the table once all extensions have changed it.
   * @throws TypeError the extension cannot be used with these routes
   */
  check?(routes: readonly Route[]): void
}

/** The endpoints of a table, each changed. */
export const mapEndpoints = (
  routes: readonly Route[],
  change: (endpoint: Route['endpoints'][number], route: Route) => Route['endpoints'][number],
): readonly Route[] => routes.map((route) => ({ ...route, endpoints: route.endpoints.map((endpoint) => change(endpoint, route)) }))

/**
 * Joins the routes of the interface and those of extensions. Those of extensions come before those of records, because a slug in a path may
 * be any text.
 * @param first the routes that come before those of extensions
 * @param records the routes of records
 * @throws TypeError an extension has a route that exists already or hides another one, or one that `defineRoute` has not made
 */
export function joinRoutes(first: readonly Route[], records: readonly Route[], settings: Settings): readonly Route[] {
  // Only extensions of Kalends have the method `table`.
  const extensions: readonly TableExtension[] = settings.use
  const added: Route[] = []
  for (const extension of extensions)
    for (const route of extension.routes ?? []) added.push(checkRoute(route, [...first, ...added], records, extension))
  ensureNewMembers(settings)
  const joined = mergePaths([...first, ...added, ...records])
  const table = extensions.reduce((routes, extension) => extension.table?.(routes, settings) ?? routes, joined)
  for (const extension of extensions) extension.check?.(table)
  return table
}

const properties: Readonly<Record<Kind, readonly Property[]>> = {
  event: eventProperties,
  venue: venueProperties,
  organizer: organizerProperties,
  category: categoryProperties,
  tag: tagProperties,
}

/**
 * Checks the members that extensions add to records.
 * @throws TypeError the interface or another extension has a member of the same name
 */
function ensureNewMembers({ use }: Settings): void {
  for (const kind of Object.keys(properties) as Kind[]) {
    const known = new Set(properties[kind].map(({ name }) => name))
    for (const { name, members } of use)
      for (const member of Object.keys(members?.[kind]?.schema ?? {})) {
        if (known.has(member)) throw new TypeError(`the extension ${name} has the member ${member} of ${kind}, which exists already`)
        known.add(member)
      }
  }
}

const isRoute = (route: ExtensionRoute): route is Route => typeof route === 'object' && 'endpoints' in route

const actions: Readonly<Record<Action, true>> = { create: true, update: true, trash: true, restore: true, delete: true, link: true }

const isPermission = (given: unknown): boolean =>
  given === 'public' ||
  (isObject(given) && Object.hasOwn(actions, String(given['action'])) && Object.hasOwn(properties, String(given['kind'])))

/** Whether requests for a path go to another one that is tried before it. */
const hides = (before: Route, after: Route): boolean =>
  before.path !== after.path &&
  fitsPath(before.path.split('/'), after.path.replace('{id}', '123456789').replace('{slug}', 'some-slug').split('/'))

function checkRoute(
  route: ExtensionRoute,
  before: readonly Route[],
  after: readonly Route[],
  { name }: Pick<TableExtension, 'name'>,
): Route {
  if (!isRoute(route)) throw new TypeError(`routes of the extension ${name} must hold what defineRoute() returns`)
  if (!/^(?:\/(?:[A-Za-z0-9._~-]+|\{(?:id|slug)\}(?:\.[a-z0-9]+)?))+$/.test(route.path))
    throw new TypeError(
      `the extension ${name} has the route ${route.path}: a path begins with a slash, and has letters, digits and {id} or {slug}`,
    )
  for (const { methods, permission } of route.endpoints)
    if (!isPermission(permission))
      throw new TypeError(
        `the extension ${name} does not say in permission what ${methods.join(' ')} ${route.path} asks the access policy, such as { action: 'update', kind: 'event' }, or 'public'`,
      )
  const known = [...before, ...after].filter(({ path }) => path === route.path).flatMap(methodsOf)
  const taken = methodsOf(route).find((method) => known.includes(method))
  if (taken !== undefined) throw new TypeError(`the extension ${name} has the route ${taken} ${route.path}, which exists already`)
  const hidden = after.find((other) => hides(route, other))
  if (hidden !== undefined)
    throw new TypeError(`the extension ${name} has the route ${route.path}, which would take the requests of ${hidden.path}`)
  const hiding = before.find((other) => hides(other, route))
  if (hiding !== undefined)
    throw new TypeError(
      `the extension ${name} has the route ${route.path}, whose requests ${hiding.path} would take: put it before that one`,
    )
  return route
}

/** Routes with the same path become one, with the endpoints of all. */
function mergePaths(routes: readonly Route[]): readonly Route[] {
  const merged = new Map<string, Route>()
  for (const route of routes) {
    const known = merged.get(route.path)
    merged.set(route.path, known === undefined ? route : { ...known, ...route, endpoints: [...known.endpoints, ...route.endpoints] })
  }
  return [...merged.values()]
}
