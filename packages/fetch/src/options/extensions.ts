import { type Kind, requireKnownOptions } from '@kalends/core/store'
import { isObject } from '../json.ts'
import type { BodyReader, Extension, InternalExtension, RecordMembers } from './extension.ts'

/** The parts of all extensions, in the order in which they are used. */
export interface ExtensionParts {
  /** The extensions. Those of Kalends have further members. */
  readonly use: readonly InternalExtension[]
  /** The hooks that rewrite addresses. */
  readonly addressHooks: readonly NonNullable<Extension['address']>[]
  /** The hooks around requests. */
  readonly aroundHooks: readonly NonNullable<Extension['around']>[]
  /** The hooks before requests. */
  readonly requestHooks: readonly NonNullable<Extension['request']>[]
  /** The hooks after responses: the last extension first. */
  readonly responseHooks: readonly NonNullable<Extension['response']>[]
  /** The hooks of errors: the last extension first. */
  readonly problemHooks: readonly NonNullable<Extension['problem']>[]
  /** The members of records by kind. */
  readonly members: { readonly [K in Kind]?: readonly RecordMembers[] }
  /** Readers of bodies that are not JSON. */
  readonly bodies: readonly BodyReader[]
  /** Whether pages of an origin may send what browsers send without asking. */
  trustsOrigin(origin: string): boolean
  /** Returns the request without secret query parameters, for `onError` and for comparisons of requests. */
  withoutSecrets(request: Request): Request
}

const memberNames: Readonly<Record<keyof InternalExtension | 'table' | 'check', true>> = {
  name: true,
  routes: true,
  members: true,
  address: true,
  around: true,
  request: true,
  response: true,
  problem: true,
  messages: true,
  bodies: true,
  trustsOrigin: true,
  withoutSecrets: true,
  document: true,
  present: true,
  table: true,
  check: true,
}

const hookNames = ['address', 'around', 'request', 'response', 'problem'] as const

const kindNames: Readonly<Record<Kind, true>> = { event: true, venue: true, organizer: true, category: true, tag: true }

/**
 * Checks the option `use`, and sorts what the extensions have.
 * @throws TypeError one is no extension, or two have the same name
 */
export function readExtensions(use: readonly Extension[]): ExtensionParts {
  if (!Array.isArray(use)) throw new TypeError('use must be a list of extensions, such as [cors({ origins: "*" })]')
  const extensions = use.map(checkExtension)
  for (const [index, { name }] of extensions.entries())
    if (extensions.findIndex((other) => other.name === name) < index) throw new TypeError(`use has two extensions with the name ${name}`)
  const reversed = extensions.toReversed()
  return {
    use: extensions,
    addressHooks: extensions.flatMap((one) => one.address?.bind(one) ?? []),
    aroundHooks: extensions.flatMap((one) => one.around?.bind(one) ?? []),
    requestHooks: extensions.flatMap((one) => one.request?.bind(one) ?? []),
    responseHooks: reversed.flatMap((one) => one.response?.bind(one) ?? []),
    problemHooks: reversed.flatMap((one) => one.problem?.bind(one) ?? []),
    members: membersByKind(extensions),
    bodies: extensions.flatMap(({ bodies }) => bodies ?? []),
    trustsOrigin: (origin) => extensions.some((extension) => extension.trustsOrigin?.(origin) === true),
    withoutSecrets: (request) => extensions.reduce((rest, extension) => extension.withoutSecrets?.(rest) ?? rest, request),
  }
}

function checkExtension(extension: InternalExtension): InternalExtension {
  if (!isObject(extension) || typeof extension.name !== 'string' || !/^[a-z][a-z0-9-]{0,39}$/.test(extension.name))
    throw new TypeError('use must hold extensions, each with a name of small letters, digits and hyphens')
  const { name, routes = [], members = {} } = extension
  requireKnownOptions(`the extension ${name}`, extension, memberNames)
  for (const hook of hookNames) {
    const given = extension[hook]
    if (given !== undefined && typeof given !== 'function') throw new TypeError(`${hook} of the extension ${name} must be a function`)
  }
  if (!Array.isArray(routes)) throw new TypeError(`routes of the extension ${name} must be a list`)
  requireKnownOptions(`members of the extension ${name}`, members, kindNames)
  for (const [kind, one] of Object.entries(members))
    if (one !== undefined && (!isObject(one.schema) || typeof one.load !== 'function'))
      throw new TypeError(`members.${kind} of the extension ${name} must have a schema and a function load`)
  return extension
}

function membersByKind(extensions: readonly Extension[]): ExtensionParts['members'] {
  const members: Partial<Record<Kind, RecordMembers[]>> = {}
  for (const kind of Object.keys(kindNames) as Kind[]) {
    const found = extensions.flatMap((extension) => extension.members?.[kind] ?? [])
    if (found.length > 0) members[kind] = found
  }
  return members
}
