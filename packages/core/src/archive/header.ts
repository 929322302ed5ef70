import { storeContract } from '../store/contract.ts'
import { parseLine, refusedArchive } from './lines.ts'

/** The version of the format: of the lines, and of the members of stored records and the keys in them. */
const archiveFormat = 2

/** The first line of an archive. */
export interface ArchiveHeader {
  /** What the file is. */
  readonly kalends: 'archive'
  /** The version of the format. */
  readonly format: number
  /** The version of the storage contract of the calendar, for people who look into the archive. */
  readonly contract: number
}

/** The collection of the record in a line, by the name of its member; aliases have the name of the collection. */
export const collectionOfLine = { term: 'terms', venue: 'venues', organizer: 'organizers', event: 'events' } as const

/** The header of this version. */
export const header: ArchiveHeader = { kalends: 'archive', format: archiveFormat, contract: storeContract }

/** @throws refused the line is no header, or the header of another version */
export function requireHeader(line: string): void {
  const { kalends, format }: Partial<ArchiveHeader> = parseLine(line)
  if (kalends !== header.kalends) throw refusedArchive('This is no archive of a calendar.')
  if (format === 1 || format === archiveFormat) return
  throw refusedArchive(
    `The archive has version ${format} of the format, not 1 or ${archiveFormat}: update Kalends, or restore it with the version that wrote it.`,
  )
}
