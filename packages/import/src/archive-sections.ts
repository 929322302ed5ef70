import type { ArchiveSection } from '@kalends/core/archive'
import { requireKnownOptions } from '@kalends/core/store'
import { groupBy } from './identity/rows.ts'
import { requireImportStore } from './options.ts'
import type { ImportRow, ImportStore } from './records/import-store.ts'
import type { SourceStore, StoredSource } from './source-store/source-store.ts'

/**
 * What imports know, as sections of an archive: after a move, the next run of each import writes nothing. The addresses of sources are in it,
 * secret ones, too.
 * @param stores where imports keep what they know, and the sources that are read again
 * @returns `sections` of `writeArchive` and `restoreArchive`
 * @throws TypeError a store is none
 * @example
 * await restoreArchive(store, writeArchive(calendar, { sections: importSections({ records }) }), {
 *   sections: importSections({ records: kyselyImports(db) }),
 * })
 */
export function importSections(stores: {
  /** That of `importRecords`. @default none */
  readonly records?: ImportStore | undefined
  /** That of `createSources`. @default none */
  readonly sources?: SourceStore | undefined
}): readonly ArchiveSection[] {
  requireKnownOptions('importSections', stores, { records: true, sources: true })
  const { records, sources } = stores
  if (records !== undefined) requireImportStore('importSections', records)
  return [...(records === undefined ? [] : [toRecordsSection(records)]), ...(sources === undefined ? [] : [toSourcesSection(sources)])]
}

const toRecordsSection = (records: ImportStore): ArchiveSection => ({
  name: 'import_records',
  joinsTransactions: records.joinsTransactions,
  each: () => records.each(),
  save: async (rows, transaction) => {
    // The rows that `each` has given.
    for (const [source, own] of groupBy(rows as readonly ImportRow[], (row) => row.source))
      await records.save({ source, rows: own, removedIds: [] }, transaction)
  },
})

const toSourcesSection = (sources: SourceStore): ArchiveSection => ({
  name: 'import_sources',
  joinsTransactions: sources.joinsTransactions,
  each: async function* () {
    yield* await sources.list()
  },
  save: async (rows, transaction) => {
    // The sources that `each` has given.
    for (const source of rows as readonly StoredSource[]) await sources.insert(source, transaction)
  },
})
