import type { Kind } from '@kalends/core/store'
import type { QueryInput } from './query.ts'

/** The uids that responses show for records without one: kind, id, and the host of the handler's public URL. */
const generatedUid = /^(event|venue|organizer)-([1-9][0-9]*)@(.+)$/

/** Whether a value of a body is a uid that this handler makes. Such a uid is never stored: it would outlive the id or the host in it. */
export const isGeneratedUid = (value: unknown, publicHost: string): boolean =>
  typeof value === 'string' && generatedUid.exec(value.trim())?.[3] === publicHost

/**
 * The filter by uid as the core takes it: uids that this handler makes become ids. In the filter they may lack the host, which callers that know
 * the id alone may not know.
 * @param input the input of a list
 * @param uids the values of the filter
 */
export function withUidRefs(input: object, uids: QueryInput['values'][string], kind: Kind, publicHost: string): object {
  return { ...input, uids: [uids].flat().map((uid) => toRef(uid, kind, publicHost)) }
}

function toRef(uid: string, kind: Kind, publicHost: string): string | number {
  const [, ofKind, id, host] = generatedUid.exec(uid.endsWith('@') ? uid + publicHost : uid) ?? []
  return ofKind === kind && host === publicHost ? Number(id) : uid
}
