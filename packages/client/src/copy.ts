/**
 * A local copy of lists of a calendar, in process or over HTTP.
 *
 * @packageDocumentation
 */

export { changesOf } from './changes.ts'
export { type Copy, type CopyLists, createCopy, type FollowOptions } from './local-copy.ts'
