import { isCalendarError } from '@kalends/core'
import { internals } from '@kalends/core/internal'
import type { Kind } from '@kalends/core/store'
import type { JsonObject } from '@kalends/fetch'
import { type Answer, baseUrl, collectionOf, type Endpoint, type EndpointContext, parseBody, toJson } from '@kalends/fetch/internal'
import { findSameNames, findSibling, readRecordFields, type UpdatedRecord } from './fields.ts'
import { selectOfList, selectOfRecord, toListHeaders } from './lists.ts'
import { linkedRecords } from './members.ts'
import { readListQuery } from './queries.ts'
import { lookUpCounts, writeAllRecords, writeSingleRecord } from './records.ts'
import { toWordpress, toWordpressLinks } from './wordpress.ts'

type Run = Endpoint['run']

/** An answer whose body is an object, as the interface has it. */
interface PlainAnswer {
  readonly object: JsonObject
  readonly headers: Readonly<Record<string, string>>
  readonly recordId?: number
}

/** The answer of an endpoint of the interface. */
async function readAnswer(answering: ReturnType<Run>): Promise<PlainAnswer> {
  const answer = await answering
  const { headers = {} } = answer
  const bytes = 'byteLength' in answer ? answer.body : await answer.body.encode()
  const recordId = 'byteLength' in answer ? undefined : answer.recordId
  return { object: parseBody(bytes), headers, ...(recordId !== undefined && { recordId }) }
}

/** What is sent of a body: it is selected at once, or once other extensions have added members to its records. */
const toSelected = (
  kind: Kind,
  body: JsonObject,
  select: (body: JsonObject) => JsonObject,
  { settings }: EndpointContext,
): Pick<Answer, 'body' | 'select'> =>
  settings.members[kind] === undefined ? { body: toJson(select(body)) } : { body: toJson(body), select }

/** A record in the form of that service, with the members that the query selects. */
async function writeOne(kind: Kind, record: JsonObject, call: EndpointContext): Promise<Pick<Answer, 'body' | 'select'>> {
  const written = writeSingleRecord(kind, record, await lookUpCounts(kind, [record], call.calendar))
  return toSelected(kind, written, (body) => selectOfRecord(body, call.query), call)
}

async function toOne(kind: Kind, answering: ReturnType<Run>, call: EndpointContext): Promise<Answer> {
  const { object, ...rest } = await readAnswer(answering)
  return { ...rest, ...(await writeOne(kind, object, call)) }
}

/** A list of records, or of the records at an address of WordPress. */
export function listOf(kind: Kind, { run, query: parameters }: Pick<Endpoint, 'run' | 'query'>, wordpress?: string): Run {
  const key = collectionOf[kind]
  const orders = Object.keys(parameters.find(({ member }) => member === 'orderBy')?.words ?? {})
  return async (call) => {
    const query = await readListQuery(kind, call.query, call.calendar, { orders, isOfWordpress: wordpress !== undefined })
    const { object, headers } = await readPage(kind, run, { ...call, query })
    const records = linkedRecords(object[key])
    const written = writeAllRecords(kind, records, await lookUpCounts(kind, records, call.calendar))
    const totals = toListHeaders(headers)
    if (wordpress === undefined)
      return { ...toSelected(kind, { ...object, [key]: written }, (body) => selectOfList(body, call.query), call), headers: totals }
    const { Link: links, ...others } = totals
    const linked = links === undefined ? others : { ...others, Link: toWordpressLinks(links, { list: key, name: wordpress }, call) }
    return { body: toJson(written.map((record) => selectOfRecord(toWordpress(wordpress, record), call.query))), headers: linked }
  }
}

/** A page of a list; of terms also one after the last page, which is empty there. */
async function readPage(kind: Kind, run: Run, call: EndpointContext): Promise<Pick<PlainAnswer, 'object' | 'headers'>> {
  try {
    return await readAnswer(run(call))
  } catch (error) {
    if (!isCalendarError(error, 'page_out_of_range') || (kind !== 'category' && kind !== 'tag')) throw error
    const { object, headers } = await readAnswer(run({ ...call, query: { ...call.query, page: '1' } }))
    const { next_rest_url: _, ...list } = object
    const { Link: link = '', ...others } = headers
    const [first, last] = ['first', 'last'].map((name) => link.split(', ').find((one) => one.endsWith(`; rel="${name}"`)))
    if (first === undefined || last === undefined) return { object: { ...list, [collectionOf[kind]]: [] }, headers }
    return {
      object: { ...list, [collectionOf[kind]]: [], previous_rest_url: last.slice(1, last.indexOf('>')) },
      headers: { ...others, Link: [first, last.replace('rel="last"', 'rel="prev"'), last].join(', ') },
    }
  }
}

/** A document of a format, by the filters of that service. */
export const documentOf =
  (kind: Kind, run: Run): Run =>
  async (call) =>
    run({ ...call, query: await readListQuery(kind, call.query, call.calendar) })

/** A single record. */
export const recordOf =
  (kind: Kind, run: Run): Run =>
  (call) =>
    toOne(kind, run(call), call)

/** A removal. @param read reads the record */
export const removalOf =
  (kind: Kind, run: Run, read: Run): Run =>
  async (call) =>
    toOne(kind, run(await withRepresentation(kind, read, call)), call)

/** An update. @param read reads the record */
export const updateOf =
  (kind: Kind, run: Run, read: Run): Run =>
  async (call) => {
    const body = await readRecordFields(kind, call.body, updatedBy(read, call))
    return withTermIds(kind, { ...call, body }, async (given) => toOne(kind, run(await withRepresentation(kind, read, given)), call))
  }

/** The endpoints of single records, which creations use. */
export interface RecordRuns {
  readonly read: Run
  readonly update: Run
}

/** A creation. A venue or an organizer of the same name that the caller may change is updated instead. */
export const creationOf =
  (kind: Kind, run: Run, { read, update }: RecordRuns): Run =>
  async (call) => {
    const body = await readRecordFields(kind, call.body)
    // A request that is sent again would find the record of the first one.
    const isRepeated = call.keyed !== undefined && (await internals(call.calendar).keyedCreations(kind).find(call.keyed)) !== undefined
    for (const ref of isRepeated ? [] : await findSameNames(kind, body, call.calendar)) {
      try {
        const object = await updateOnce(kind, { ...call, ref }, { read, update })
        if (object === undefined) break
        return { ...(await writeOne(kind, object, call)), headers: { Location: String(object['rest_url']) } }
      } catch (error) {
        if (!denied.some((code) => isCalendarError(error, code))) throw error
      }
    }
    return withTermIds(kind, { ...call, body }, (given) => toOne(kind, run(given), call))
  }

/**
 * Updates the record that a creation names. The same transaction stores the key of the request first: other requests with it wait.
 * @returns undefined if an earlier request with the key has written a record
 */
async function updateOnce(
  kind: Kind,
  call: EndpointContext & { readonly ref: number },
  { read, update }: RecordRuns,
): Promise<JsonObject | undefined> {
  const { keyed, ref } = call
  const write = async (given: EndpointContext): Promise<JsonObject> => {
    const body = await readRecordFields(kind, given.body, updatedBy(read, given))
    return (await readAnswer(update({ ...given, body }))).object
  }
  if (keyed === undefined) return write(call)
  return call.calendar.transaction(async (calendar) => {
    const { isReplayed } = await internals(calendar).keyedCreations(kind).assign(ref, keyed)
    return isReplayed ? undefined : write({ ...call, calendar })
  })
}

/** Codes of updates that the caller may not make. */
const denied = ['forbidden', 'unauthenticated', 'not_found', 'in_trash'] as const

/** The record of an update, which is read once. */
function updatedBy(read: Run, call: EndpointContext): UpdatedRecord {
  let reading: Promise<JsonObject | undefined> | undefined
  const stored = (): Promise<JsonObject | undefined> => {
    reading ??= call.ref === null ? Promise.resolve(undefined) : readPlain(read, call)
    return reading
  }
  return {
    stored,
    hasUrl: async (text) => {
      const { url, rest_url: restUrl } = (await stored()) ?? {}
      if (typeof url !== 'string' || url !== restUrl) return url === text
      // Without pages of the host, the URL is that of the record in the interface, which each language has under another path.
      const path = url.slice(baseUrl(call.settings, call.language).length)
      return [...call.settings.messages.keys()].some((language) => text === baseUrl(call.settings, language) + path)
    },
  }
}

/** The record of a write; undefined if the caller may not read it. */
const readPlain = (read: Run, call: EndpointContext): Promise<JsonObject | undefined> =>
  readAnswer(read({ ...call, method: 'GET', query: {} })).then(
    ({ object }) => object,
    () => undefined,
  )

const conditions = ['if-match', 'if-none-match']

/** A write with conditions: they name the record as that service answers it. Inside of the write its counts cannot be read. */
async function withRepresentation(kind: Kind, read: Run, call: EndpointContext): Promise<EndpointContext> {
  if (!conditions.some((name) => call.request.headers.has(name))) return call
  const found = await readPlain(read, call)
  const counts = await lookUpCounts(kind, found === undefined ? [] : [found], call.calendar)
  return {
    ...call,
    represent: (record) => writeSingleRecord(kind, record, counts),
    select: (record) => selectOfRecord(record, call.query),
  }
}

/** The terms whose names were taken, by the errors of the writes. */
const takenTerms = new WeakMap<object, number>()

/** The id of the term that has the name already; undefined for other errors, and for a term that the caller does not see. */
export const takenTermOf = (error: unknown): number | undefined => (error instanceof Error ? takenTerms.get(error) : undefined)

async function withTermIds(kind: Kind, call: EndpointContext, write: (call: EndpointContext) => Promise<Answer>): Promise<Answer> {
  try {
    return await write(call)
  } catch (error) {
    if (isCalendarError(error, 'name_taken')) {
      const { calendar, body: fields, ref } = call
      const id = typeof ref === 'number' ? ref : null
      // The error is sent without the id if the term cannot be read.
      const found = await findSibling(kind, { name: error.details.name, fields, id }, calendar).catch(() => undefined)
      if (found !== undefined) takenTerms.set(error, found)
    }
    throw error
  }
}
