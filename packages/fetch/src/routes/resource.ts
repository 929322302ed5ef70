import { isCalendarError } from '@kalends/core'
import { internals, type OnceResult, type RecordRef, type ScopedOptions } from '@kalends/core/internal'
import { replayedHeader } from '../idempotency/key.ts'
import { isSameForReaders } from '../parameters/event.ts'
import { listConditions } from '../parameters/list-conditions.ts'
import { allOptional, type Parameter, parametersIn } from '../parameters/parameter.ts'
import { ensureShape, toCoreFields } from '../parameters/query.ts'
import { force, idInPath, replacedVersion, restore, slugInPath } from '../parameters/shared-parameters.ts'
import { toEtag, toPrecondition } from '../response/conditional.ts'
import { encodeBody, joinItems } from '../response/encode-body.ts'
import { parseBody } from '../response/members.ts'
import { notFound } from '../response/problem.ts'
import { jsonMediaType, toJson } from '../response/representation.ts'
import type { Answer } from '../response/respond.ts'
import type { Endpoint, EndpointContext, Route } from '../routing/route.ts'
import { toEnvelope } from '../wire/list.ts'
import { baseUrl, collectionOf, createPresenter, type Presenter } from '../wire/presenter.ts'
import { ensurePresentSlug } from './moved.ts'
import type { Resource, ServedRecord } from './resource-kind.ts'
import { withoutReturned } from './returned-values.ts'
import { membersOf } from './written-record.ts'

/** The routes of one kind: its list, its records by id, and by slug if they have one. */
export function defineResource<T extends ServedRecord>(resource: Resource<T>): readonly Route[] {
  const collection = `/${collectionOf[resource.kind]}`
  const items: readonly Route[] = [
    { path: `${collection}/{id}`, parameters: idInPath, endpoints: itemEndpoints(resource, '') },
    ...(resource.isPublished
      ? [{ path: `${collection}/by-slug/{slug}`, parameters: slugInPath, endpoints: itemEndpoints(resource, 'BySlug') }]
      : []),
  ]
  return [{ path: collection, parameters: [], endpoints: [listEndpoint(resource), createEndpoint(resource)] }, ...items]
}

const termsOf = <T>({ kind }: Resource<T>): Pick<Endpoint, 'terms'> => (kind === 'category' || kind === 'tag' ? { terms: kind } : {})

function listEndpoint<T>(resource: Resource<T>): Endpoint {
  return {
    methods: ['GET'],
    id: resource.texts.list,
    text: resource.texts.list,
    permission: 'public',
    query: resource.filters,
    fieldsOf: resource.kind,
    answers: `${resource.component}List`,
    recordsOf: resource.kind,
    status: 200,
    // Which organizers, venues or terms have upcoming events can change every second.
    isCacheable: (call) => call.query['onlyWithUpcoming'] === undefined && isSameForReaders(call),
    ...termsOf(resource),
    // A page out of range takes as much reading as any other page.
    isErrorCacheable: (error) => isCalendarError(error, 'page_out_of_range'),
    run: async (call) => {
      const conditions = listConditions(call, resource.kind, resource.filters)
      const input = { ...resource.toListInput(call.query, call.settings), ...conditions }
      const key = collectionOf[resource.kind]
      const url = `${baseUrl(call.settings, call.language)}/${key}`
      const joined = await resource.joinPage?.(call, input)
      if (joined) {
        const { members, headers } = toEnvelope(joined, url, call.parameters)
        return { body: { mediaType: jsonMediaType, encode: () => joinItems(key, joined.items, members) }, headers }
      }
      const page = await resource.records(call.calendar).list(input)
      const { members, headers } = toEnvelope(page, url, call.parameters)
      const presenter = await presenterFor(resource, call, page.items)
      return { body: toJson({ [key]: page.items.map((item) => resource.present(item, presenter)), ...members }), headers }
    },
  }
}

function createEndpoint<T extends ServedRecord>(resource: Resource<T>): Endpoint {
  return {
    methods: ['POST'],
    id: resource.texts.create,
    text: resource.texts.create,
    permission: { kind: resource.kind, action: 'create' },
    query: [],
    body: resource.body,
    fieldsOf: resource.kind,
    answers: resource.component,
    recordsOf: resource.kind,
    status: 201,
    run: async (call) => {
      const keyed = call.keyed && { creations: internals(call.calendar).keyedCreations<T>(resource.kind), request: call.keyed }
      const fields = toCoreFields(call.body, resource.body)
      if (keyed !== undefined) return toCreated(resource, call, await keyed.creations.create(fields, keyed.request))
      return toCreated(resource, call, { record: await resource.records(call.calendar).create(fields), isReplayed: false })
    },
  }
}

/** The answer to a creation. A repeated request gets the current record. */
async function toCreated<T extends ServedRecord>(
  resource: Resource<T>,
  call: EndpointContext,
  { record, isReplayed }: OnceResult<T>,
): Promise<Answer> {
  const location = `${baseUrl(call.settings, call.language)}/${collectionOf[resource.kind]}/${record.id}`
  const headers = { Location: location, ...(isReplayed && { [replayedHeader]: 'true' }) }
  return { ...(await toAnswer(resource, call, record)), headers }
}

function itemEndpoints<T extends ServedRecord>(resource: Resource<T>, suffix: string): readonly Endpoint[] {
  const { kind, component, isPublished, texts } = resource
  const shared = { answers: component, recordsOf: kind, status: 200 } as const
  const body = resource.updateBody ?? allOptional(resource.body)
  const changeQuery = [...(resource.changeQuery ?? []), ...replacedVersion]
  const updateQuery = [...(resource.updateQuery ?? []), ...(isPublished ? restore : []), ...changeQuery]
  const removeQuery = [...(isPublished ? force : []), ...changeQuery]
  return [
    {
      ...shared,
      methods: ['GET'],
      id: `${texts.read}${suffix}`,
      text: texts.read,
      permission: 'public',
      query: [],
      isCacheable: ({ ref }) => ref !== null,
      ...(suffix !== '' && { statuses: [301] }),
      ...termsOf(resource),
      run: async (call) => {
        const ref = refOf(call, [])
        const item = typeof ref === 'number' ? await resource.readItem?.(call, ref) : undefined
        if (item && typeof ref === 'number') return { body: item, recordId: ref }
        const record = await resource.records(call.calendar).get(ref)
        ensurePresentSlug(call, collectionOf[kind], record.slug)
        return { ...(await toAnswer(resource, call, record)), recordId: record.id }
      },
    },
    {
      ...shared,
      methods: ['POST', 'PUT', 'PATCH'],
      id: `${texts.update}${suffix}`,
      text: texts.update,
      permission: { kind, action: 'update' },
      query: updateQuery,
      body,
      ...(isPublished && { isBodiless: isRestored }),
      fieldsOf: kind,
      isSlugOptional: kind === 'event',
      run: (call) => update(resource, call, updateQuery, body),
    },
    {
      ...shared,
      methods: ['DELETE'],
      id: `${texts.delete}${suffix}`,
      text: texts.delete,
      permission: { kind, action: isPublished ? (query) => (isForced(query) ? 'delete' : 'trash') : 'delete' },
      query: removeQuery,
      run: (call) => remove(resource, call, removeQuery),
    },
  ]
}

async function update<T extends ServedRecord>(
  resource: Resource<T>,
  call: EndpointContext,
  query: readonly Parameter[],
  body: readonly Parameter[],
): Promise<Answer> {
  // Issues of query parameters are reported together with those of the body; the core alone would report only the body's.
  if (query.some(({ member, schema }) => call.query[member] !== undefined && schema?.safeParse(call.query[member]).success === false))
    ensureShape(parametersIn([...query, ...body], call.settings), { ...call.query, ...call.body })
  const ref = refOf(call, body)
  const records = resource.records(call.calendar)
  const { restore: restoreRecord } = records
  if (restoreRecord !== undefined && isRestored(call.query)) return toWritten(resource, call, (options) => restoreRecord(ref, options))
  const patch = await withoutReturned(call, ref, toCoreFields(resource.completeUpdate?.(call) ?? call.body, body), {
    ...records,
    ...scopeOf(resource, call),
    pictures: resource.pictures,
  })
  return toWritten(resource, call, (options) => records.update(ref, patch, options))
}

async function remove<T extends ServedRecord>(resource: Resource<T>, call: EndpointContext, query: readonly Parameter[]): Promise<Answer> {
  const records = resource.records(call.calendar)
  ensureShape(query, call.query)
  const ref = refOf(call, [])
  const removeRecord = isForced(call.query) || records.trash === undefined ? records.delete : records.trash
  return toWritten(resource, call, (options) => removeRecord(ref, options))
}

/** Whether the value of a switch is true; an invalid value is reported elsewhere. */
const isTrue = ([parameter]: readonly Parameter[], value: unknown): boolean => parameter?.schema?.safeParse(value).data === true

/** Whether an update takes a record out of the trash. */
const isRestored = (query: EndpointContext['query']): boolean => isTrue(restore, query['restore'])

/** Whether a removal is permanent. */
const isForced = (query: EndpointContext['query']): boolean => isTrue(force, query['force'])

/**
 * The record reference in the path.
 * @throws not_found no record can have that id; the body is validated first, as for any other id
 */
export function refOf(call: EndpointContext, body: readonly Parameter[]): RecordRef {
  if (call.ref !== null) return call.ref
  ensureShape(parametersIn(body, call.settings), call.body)
  throw notFound()
}

/** A change of a record, with its scope and its conditions. */
export type Write<T> = (options: ScopedOptions<T>) => Promise<T>

/** Carries out a change, and answers with the record. */
export const toWritten = async <T extends ServedRecord>(resource: Resource<T>, call: EndpointContext, write: Write<T>): Promise<Answer> =>
  toAnswer(resource, call, await write(await changeOptions(resource, call, write)))

/**
 * The options of a write: its scope and its conditions. `version` is compared with the version of the record; `If-Match` and
 * `If-None-Match` are compared with the entity tag of the exact bytes that a read of the record would return.
 */
async function changeOptions<T extends ServedRecord>(
  resource: Resource<T>,
  call: EndpointContext,
  write: Write<T>,
): Promise<ScopedOptions<T>> {
  const scope = scopeOf(resource, call)
  const version = call.query['version'] === undefined ? undefined : Number(call.query['version'])
  const precondition = toPrecondition(call.request.headers, call.settings.precondition === 'required' && version === undefined)
  if (precondition === undefined) return { ...scope, version }
  const members = await membersOf(resource, call, (check) => write({ ...scope, version, check }))
  const changes = [call.represent, members, call.select].filter((change) => change !== undefined)
  return {
    ...scope,
    version,
    check: async (current) => {
      const { body } = await toAnswer(resource, call, current)
      const bytes = await body.encode()
      const sent = changes.length === 0 ? bytes : encodeBody(changes.reduce((record, change) => change(record), parseBody(bytes)))
      precondition(await toEtag(sent))
    },
  }
}

/** The scope of a change: the part of a series that it applies to. */
function scopeOf<T>({ toScope }: Resource<T>, { query }: EndpointContext): Pick<ScopedOptions<T>, 'scope'> {
  const scope = toScope?.(query)
  return scope === undefined ? {} : { scope }
}

async function toAnswer<T>(resource: Resource<T>, call: EndpointContext, record: T): Promise<Answer> {
  return { body: toJson(resource.present(record, await presenterFor(resource, call, [record]))) }
}

const presenterFor = <T>(resource: Resource<T>, call: EndpointContext, records: readonly T[]): Promise<Presenter> =>
  createPresenter(call.settings, call.language, records.flatMap(resource.pictures))
