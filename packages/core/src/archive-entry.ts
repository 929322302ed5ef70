/**
 * Archives: a whole calendar as lines of JSON, for backups, staging copies, and moves from one engine to another.
 *
 * @packageDocumentation
 */

export { type RestoreArchiveOptions, type RestoredRecords, restoreArchive } from './archive/restore.ts'
export type { ArchiveSection } from './archive/section.ts'
export { type WriteArchiveOptions, writeArchive } from './archive/write.ts'
