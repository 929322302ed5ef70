import type { Kind } from '@kalends/core/store'
import type { QueryInput } from './query.ts'

/** The uids that responses show for records without one: kind, id, and the handler's domain of uids. */
const generatedUid = /^(event|venue|organizer)-([1-9][0-9]*)@(.+)$/

/** Whether a value of a body is a uid that this handler makes. Such a uid is never stored: it would outlive the id or the domain in it. */
export const isGeneratedUid = (value: unknown, uidDomain: string): boolean =>
  typeof value === 'string' && generatedUid.exec(value.trim())?.[3] === uidDomain

/**
 * The filter by uid as the core takes it: uids that this handler makes become ids. In the filter they may lack the domain, which callers
 * that know the id alone may not know.
 */
export const toUidRefs = (uids: QueryInput['values'][string], kind: Kind, uidDomain: string): readonly (string | number)[] =>
  [uids].flat().map((uid) => {
    const [, ofKind, id, domain] = generatedUid.exec(uid.endsWith('@') ? uid + uidDomain : uid) ?? []
    return ofKind === kind && domain === uidDomain ? Number(id) : uid
  })

/** A uid of {@link toUidRefs} as responses show it. */
export const toShownUid = (uid: string | number, kind: Kind, uidDomain: string): string =>
  typeof uid === 'number' ? `${kind}-${uid}@${uidDomain}` : uid
