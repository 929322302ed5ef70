import { internals } from '@kalends/core/internal'
import type { TableExtension } from './extension/table.ts'
import { enExplain } from './messages/extensions/en.ts'
import type { Extension } from './options/extension.ts'
import { explainRoute } from './routes/explain.ts'

/**
 * Explains why the list of events has an event, or lacks it, at `{namespace}/events/{id}/explain`, to those who may update the event.
 * @example
 * import { explain } from '@kalends/fetch/explain'
 *
 * const handler = createHandler(calendar, { access: allowAll(), use: [explain()] })
 */
export function explain(): Extension {
  const extension: TableExtension = {
    name: 'explain',
    messages: enExplain,
    routes: [explainRoute],
    table: (routes, { calendar }) => {
      if (!internals(calendar).isComplete)
        throw new TypeError('explain() needs a calendar of createCalendar: smaller ones cannot explain a list')
      return routes
    },
  }
  return extension
}
