import type { TableExtension } from './extension/table.ts'
import { enCounts } from './messages/extensions/en.ts'
import type { Extension } from './options/extension.ts'
import { countsRoute } from './routes/counts.ts'

/**
 * Serves the numbers of events by day, month, category, tag, venue or organizer at `{namespace}/events/counts`, for the filters of a page.
 * @example
 * import { counts } from '@kalends/fetch/counts'
 *
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [counts()] })
 */
export function counts(): Extension {
  const extension: TableExtension = { name: 'counts', messages: enCounts, routes: [countsRoute] }
  return extension
}
