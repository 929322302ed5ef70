import { internals } from '@kalends/core/internal'
import type { TableExtension } from './extension/table.ts'
import { enHistory } from './messages/extensions/en.ts'
import type { Extension } from './options/extension.ts'
import { toHistoryRoutes } from './routes/history.ts'

/**
 * Serves the history of each record at `{namespace}/{collection}/{id}/history`, and takes it back to an earlier version at `/revert?to=N`, for
 * those who may update the record.
 * @example
 * import { history } from '@kalends/fetch/history'
 *
 * const handler = createHandler(calendar, { access: allowAll(), use: [history()] })
 */
export function history(): Extension {
  const extension: TableExtension = {
    name: 'history',
    messages: enHistory,
    routes: toHistoryRoutes(),
    table: (routes, { calendar }) => {
      if (!internals(calendar).isComplete)
        throw new TypeError('history() needs a calendar of createCalendar: smaller ones cannot show the history of a record')
      return routes
    },
  }
  return extension
}
