/**
 * A local copy of lists of a calendar, in process or over HTTP.
 *
 * @packageDocumentation
 */

export { changesOf } from './changes.ts'
export {
  type AnyRecord,
  type Copy,
  type CopyChange,
  type CopyLists,
  type CopyOptions,
  type CopyState,
  type CopyStore,
  createCopy,
  type FollowOptions,
} from './local-copy.ts'
