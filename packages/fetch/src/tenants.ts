import { type Calendar, isCalendarError } from '@kalends/core'
import { requireKnownOptions } from '@kalends/core/store'
import type { Calendars } from '@kalends/core/tenants'
import { warnOfDroppedFailure } from './options/dropped-failure.ts'
import { readExtensions } from './options/extensions.ts'
import { type HandlerOptions, handlerOptionNames } from './options/handler-options.ts'
import { inTime } from './options/in-time.ts'
import { checkAccess } from './options/settings.ts'
import { toProblem } from './response/host-problem.ts'
import { notifyHost } from './response/notify-host.ts'
import { notFound } from './response/problem.ts'

/** A value for all tenants, or a function that gives the one of a tenant. */
type OfTenant<T> = T | ((tenant: string) => T)

/** How the calendars of many tenants are served: each as a handler of its own serves it. */
export interface TenantOptions extends Omit<HandlerOptions, 'publicUrl' | 'basePath' | 'uidDomain'> {
  /**
   * The tenant of a request, such as its subdomain; undefined for none: the response is `not_found`. After 5 seconds the request is
   * `unavailable`. What it gives is from a stranger: `open` decides which tenants exist.
   */
  readonly tenant: (request: Request) => string | undefined | Promise<string | undefined>
  /** As for one calendar. */
  readonly publicUrl?: OfTenant<string> | undefined
  /** As for one calendar. */
  readonly basePath?: OfTenant<string> | undefined
  /** As for one calendar. */
  readonly uidDomain?: OfTenant<string> | undefined
}

/** Serves the calendars of many tenants over HTTP. */
export interface TenantHandler {
  /** Responds to every request; `not_found` without a tenant or a route. Never rejects. */
  (request: Request): Promise<Response>
  /** Responds, or returns undefined without a tenant or a route, so that the host can try its own routes. Never rejects. */
  tryHandle(request: Request): Promise<Response | undefined>
}

/** Whether calendars of many tenants are served. */
export const isCalendars = (served: object): served is Calendars => 'use' in served

/** Whether options are those of tenants. JavaScript callers may give none at all. */
export const isOfTenants = (options: HandlerOptions | TenantOptions): options is TenantOptions => 'tenant' in Object(options)

/** Serves each tenant by a handler of its own, which lives as long as the calendar is open. */
export function serveTenants(
  calendars: Calendars,
  given: HandlerOptions | TenantOptions,
  create: (calendar: Calendar, options: HandlerOptions) => TenantHandler,
): TenantHandler {
  if (!isOfTenants(given) || typeof given.tenant !== 'function')
    throw new TypeError('tenant must be a function that gives the tenant of a request')
  const { tenant: tenantOf, publicUrl, basePath, uidDomain, ...options } = given
  requireKnownOptions('createHandler', options, handlerOptionNames)
  checkAccess(options.access)
  const { onError = warnOfDroppedFailure } = options
  const { withoutSecrets } = readExtensions(options.use ?? [])
  const handlers = new WeakMap<Calendar, TenantHandler>()
  const handlerOf = (tenant: string, calendar: Calendar): TenantHandler => {
    const known = handlers.get(calendar)
    if (known !== undefined) return known
    const own = { publicUrl: ofTenant(publicUrl, tenant), basePath: ofTenant(basePath, tenant), uidDomain: ofTenant(uidDomain, tenant) }
    const handler = create(calendar, { ...options, ...own })
    handlers.set(calendar, handler)
    return handler
  }
  const withHandler = async <T>(request: Request, work: (handler: TenantHandler) => Promise<T>): Promise<T> => {
    const tenant = await inTime('tenant', tenantOf(request))
    if (tenant === undefined) throw notFound()
    return await calendars.use(tenant, (calendar) => work(handlerOf(tenant, calendar)))
  }
  const refuse = (error: unknown, request: Request): Response => {
    const requestId = crypto.randomUUID()
    notifyHost(error, request, requestId, { onError, withoutSecrets })
    const { status, headers, body } = toProblem(error)
    return Response.json(body, { status, headers: { ...headers, 'X-Request-Id': requestId } })
  }
  const handle = (request: Request): Promise<Response> =>
    withHandler(request, (handler) => handler(request)).catch((error: unknown) => refuse(error, request))
  return Object.assign(handle, {
    tryHandle: (request: Request) =>
      withHandler(request, (handler) => handler.tryHandle(request)).catch((error: unknown) =>
        isCalendarError(error, 'not_found') ? undefined : refuse(error, request),
      ),
  })
}

const ofTenant = <T extends string>(given: OfTenant<T> | undefined, tenant: string): T | undefined =>
  typeof given === 'function' ? given(tenant) : given
