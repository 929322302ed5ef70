import { CalendarError } from '@kalends/core'
import type { EntityId, Kind } from '@kalends/core/store'
import type { KeyRow } from './bulk-keys.ts'
import type { RecordKind } from './record-kind.ts'

/** The parts of a kind that name it in errors. */
export type NamedKind = Pick<RecordKind<never, never, never>, 'kind'>

/** The columns that {@link missedVersion} reads. */
export const versionColumns = ({ kind }: NamedKind): readonly string[] =>
  kind === undefined ? ['id', 'version', 'taxonomy'] : ['id', 'version']

/**
 * The error for a record that is missing, or stored in another version than the expected one.
 * @param row the stored row; undefined if there is none
 */
export function missedVersion({ kind }: NamedKind, id: EntityId, row: KeyRow | undefined): CalendarError {
  const name = kind ?? taxonomyOf(row)
  return new CalendarError(row === undefined ? 'not_found' : 'version_conflict', { ...(name !== undefined && { kind: name }), id })
}

const taxonomyOf = (row: KeyRow | undefined): Kind | undefined =>
  row === undefined ? undefined : row['taxonomy'] === 'tag' ? 'tag' : 'category'
