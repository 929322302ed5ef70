import type { Entry } from '../identity/entry.ts'
import type { AnyRecord } from './record-digests.ts'

/** The kinds of records that have uids. */
const kindsWithUid: ReadonlySet<string> = new Set(['event', 'venue', 'organizer'])

/** The most code points of a uid. */
const longestUid = 255

/**
 * The input of a new record: that of the item, with its key as uid.
 * @param parentId the id of a term's parent, where it is known
 */
export function toInput({ item, key, isKeyed }: Entry, parentId?: number): AnyRecord {
  const hasUid = isKeyed && kindsWithUid.has(item.kind) && key === item.key && [...key].length <= longestUid
  return { ...item.input, ...(hasUid && { uid: key }), ...(parentId !== undefined && { parentId }) }
}
