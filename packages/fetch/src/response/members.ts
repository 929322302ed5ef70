import type { Actor, Calendar } from '@kalends/core'
import type { Kind } from '@kalends/core/store'
import { isObject, type JsonObject, type JsonValue } from '../json.ts'
import type { ExtensionParts } from '../options/extensions.ts'
import { inTime } from '../options/in-time.ts'
import { type Bytes, toJson } from './representation.ts'
import { type CachedResponse, finish } from './respond.ts'

/** Whose records get members. */
export interface MembersContext {
  /** The options of the handler. */
  readonly settings: Pick<ExtensionParts, 'members'>
  /** The calendar with the permissions of the caller. */
  readonly calendar: Calendar
  /** The caller. */
  readonly actor: Actor | null
}

/** Adds members to a record. */
export type AddMembers = (record: JsonObject) => JsonObject

/** Loads the members of records, and returns the function that adds them; undefined for a kind without members. */
export async function loadMembers(
  kind: Kind,
  ids: readonly number[],
  { settings: { members }, calendar, actor }: MembersContext,
): Promise<AddMembers | undefined> {
  const added = members[kind]
  if (added === undefined) return undefined
  const loaded = await Promise.all(
    added.map(async (members) => ({
      names: Object.keys(members.schema),
      values: await inTime('load of members', members.load(ids, { calendar, actor })),
    })),
  )
  return (record) => {
    const found: Record<string, JsonValue> = {}
    for (const { names, values } of loaded) {
      const own = values.get(Number(record['id']))
      for (const name of names) if (own?.[name] !== undefined) found[name] = own[name]
    }
    return { ...record, ...found }
  }
}

const decoder = new TextDecoder()

/** The JSON in the body of a response. */
export const parseBody = (body: Bytes): JsonObject => JSON.parse(decoder.decode(body))

/**
 * The same response with the members of its records. Its entity tag is that of the new body.
 * @param key the name of the list in a body with several records
 * @param onFailure takes what `load` throws; if it returns, the response has no members
 */
export async function withMembers(
  response: CachedResponse,
  { kind, key }: { readonly kind: Kind; readonly key: string },
  context: MembersContext,
  onFailure: (error: unknown) => undefined,
): Promise<CachedResponse> {
  const { headers: sent, etag, status, select } = response
  if (etag === '') return response
  const body = parseBody(response.body)
  const list = body[key]
  const ids = (Array.isArray(list) ? list : [body]).filter(isIdentified).map(({ id }) => id)
  const add = ids.length === 0 ? undefined : await loadMembers(kind, ids, context).catch(onFailure)
  if (add === undefined && select === undefined) return response
  const addTo = <T extends JsonValue>(value: T): T | JsonObject => (add !== undefined && isIdentified(value) ? add(value) : value)
  const { 'Content-Type': _type, 'Content-Length': _length, ...headers } = sent
  const written = Array.isArray(list) ? { ...body, [key]: list.map(addTo) } : addTo(body)
  return finish({ body: toJson(select?.(written) ?? written), headers, ...(status !== undefined && { status }) })
}

/** Whether a value is a record with its id. An adapter may leave the id out; then nothing says whose members to add. */
const isIdentified = (value: JsonValue): value is JsonObject & { readonly id: number } =>
  isObject(value) && Number.isSafeInteger(value['id'])
