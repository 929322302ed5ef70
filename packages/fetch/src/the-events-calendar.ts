/**
 * The face of the REST interface of The Events Calendar, a plugin of WordPress: programs that were written for it work by base address alone.
 *
 * @packageDocumentation
 */

import { readMethod, readServiceAddress, writeIndex } from './compatibility/addresses.ts'
import { writeOpenapi } from './compatibility/document.ts'
import { findSameNames, findSibling, readRecordFields } from './compatibility/fields.ts'
import { selectOfList, selectOfRecord } from './compatibility/lists.ts'
import { writeError } from './compatibility/problems.ts'
import { readListQuery } from './compatibility/queries.ts'
import { lookUpCounts, writeAllRecords, writeSingleRecord } from './compatibility/records.ts'
import type { Compatibility } from './options/compatibility.ts'

export { type BasicAuthenticate, basicAuth, type CheckPassword } from './compatibility/basic-auth.ts'
export type {
  Address,
  Compatibility,
  Failure,
  FieldValues,
  ListAnswer,
  QueryValues,
  SentProblem,
  TermCounts,
  TermWrite,
  UpdatedRecord,
} from './options/compatibility.ts'

/**
 * The face of The Events Calendar, for the option `compatibility` of `createHandler`.
 * @example
 * import { theEventsCalendar } from '@kalends/fetch/the-events-calendar'
 *
 * const handler = createHandler(calendar, {
 *   access: publicReadOnly(),
 *   basePath: '/wp-json',
 *   namespace: 'tribe/events/v1',
 *   compatibility: theEventsCalendar(),
 * })
 */
export const theEventsCalendar = (): Compatibility => ({
  acceptedHeaders: ['X-WP-Nonce', 'X-HTTP-Method-Override'],
  exposedHeaders: ['X-WP-Total', 'X-WP-TotalPages'],
  readMethod,
  readAddress: readServiceAddress,
  readQuery: readListQuery,
  readFields: readRecordFields,
  findTwins: findSameNames,
  findTerm: findSibling,
  hasEmptyPages: (kind) => kind === 'category' || kind === 'tag',
  lookUp: lookUpCounts,
  writeRecords: writeAllRecords,
  writeList: selectOfList,
  writeRecord: (kind, record, counts, query) => selectOfRecord(writeSingleRecord(kind, record, counts), query),
  writeProblem: writeError,
  writeRoot: (root, request, paths) => selectOfRecord(writeIndex(root, request, paths), request.query),
  writeDocument: writeOpenapi,
})
