import type { ConformanceCase } from './case.ts'
import { aliasCases } from './cases/aliases.ts'
import { authorCases } from './cases/authors.ts'
import { bulkChangingCases } from './cases/bulk-changing.ts'
import { bulkChangingLinkCases } from './cases/bulk-changing-links.ts'
import { bulkWritingCases } from './cases/bulk-writing.ts'
import { concurrencyCases } from './cases/concurrency.ts'
import { countByCases } from './cases/count-by.ts'
import { countByLinkCases } from './cases/count-by-link.ts'
import { deletedLinkCases } from './cases/deleted-links.ts'
import { equalFilterCases } from './cases/equal-filters.ts'
import { equalityCases } from './cases/equality.ts'
import { errorDetailsCases } from './cases/error-details.ts'
import { eventCountCases } from './cases/event-counts.ts'
import { eventFilterCases } from './cases/event-filters.ts'
import { eventIdCases } from './cases/event-ids.ts'
import { fieldFilterCases } from './cases/field-filters.ts'
import { fieldListCases } from './cases/field-lists.ts'
import { fieldSeriesCases } from './cases/field-series.ts'
import { fieldValueCases } from './cases/field-values.ts'
import { fieldWriteCases } from './cases/field-writes.ts'
import { geoCases } from './cases/geo.ts'
import { isolationCases } from './cases/isolation.ts'
import { largeListCases } from './cases/large-lists.ts'
import { linkedFilterCases } from './cases/linked-filters.ts'
import { linkCases } from './cases/links.ts'
import { logCases } from './cases/log.ts'
import { logHistoryCases } from './cases/log-history.ts'
import { logOrderCases } from './cases/log-order.ts'
import { logPruningCases } from './cases/log-pruning.ts'
import { orderCases } from './cases/orders.ts'
import { pagingCases } from './cases/paging.ts'
import { profileFilterCases } from './cases/profile-filters.ts'
import { proposalCases } from './cases/proposals.ts'
import { rangeCases } from './cases/ranges.ts'
import { readableCases } from './cases/readable.ts'
import { readingCases } from './cases/reading.ts'
import { requestCases } from './cases/requests.ts'
import { restoreCases } from './cases/restore.ts'
import { revisionCases } from './cases/revision.ts'
import { roundTripCases } from './cases/round-trip.ts'
import { searchCases } from './cases/search.ts'
import { seriesBulkCases } from './cases/series-bulk.ts'
import { seriesDistinctCases } from './cases/series-distinct.ts'
import { seriesFilterCases } from './cases/series-filters.ts'
import { seriesInheritanceCases } from './cases/series-inheritance.ts'
import { seriesKeyCases } from './cases/series-keys.ts'
import { seriesRecordCases } from './cases/series-records.ts'
import { sharedFilterCases } from './cases/shared-filters.ts'
import { signalCases } from './cases/signals.ts'
import { termFilterCases } from './cases/term-filters.ts'
import { textKeyCases } from './cases/text-keys.ts'
import { transactionCases } from './cases/transactions.ts'
import { uidCases } from './cases/uids.ts'
import { uniquenessCases } from './cases/uniqueness.ts'
import { unlinkingCases } from './cases/unlinking.ts'
import { usualListCases } from './cases/usual-lists.ts'
import { writingCases } from './cases/writing.ts'
import { writtenSinceCases } from './cases/written-since.ts'

/** All cases of the suite. Each tests a sentence of the storage contract. */
export const conformanceCases: readonly ConformanceCase[] = [
  ...readingCases,
  ...writingCases,
  ...bulkWritingCases,
  ...bulkChangingCases,
  ...bulkChangingLinkCases,
  ...errorDetailsCases,
  ...uniquenessCases,
  ...uidCases,
  ...roundTripCases,
  ...linkCases,
  ...unlinkingCases,
  ...sharedFilterCases,
  ...aliasCases,
  ...eventFilterCases,
  ...equalFilterCases,
  ...readableCases,
  ...rangeCases,
  ...authorCases,
  ...profileFilterCases,
  ...termFilterCases,
  ...geoCases,
  ...searchCases,
  ...equalityCases,
  ...orderCases,
  ...pagingCases,
  ...eventIdCases,
  ...usualListCases,
  ...countByCases,
  ...countByLinkCases,
  ...eventCountCases,
  ...linkedFilterCases,
  ...seriesRecordCases,
  ...seriesInheritanceCases,
  ...seriesKeyCases,
  ...seriesFilterCases,
  ...seriesDistinctCases,
  ...seriesBulkCases,
  ...requestCases,
  ...proposalCases,
  ...logCases,
  ...logOrderCases,
  ...logPruningCases,
  ...logHistoryCases,
  ...restoreCases,
  ...fieldValueCases,
  ...fieldFilterCases,
  ...fieldListCases,
  ...fieldWriteCases,
  ...textKeyCases,
  ...fieldSeriesCases,
  ...revisionCases,
  ...writtenSinceCases,
  ...signalCases,
  ...transactionCases,
  ...isolationCases,
  ...concurrencyCases,
  ...deletedLinkCases,
  ...largeListCases,
]
