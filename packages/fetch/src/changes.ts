import { internals } from '@kalends/core/internal'
import type { TableExtension } from './extension/table.ts'
import { enChanges } from './messages/extensions/en.ts'
import type { Extension } from './options/extension.ts'
import { changesRoute } from './routes/changes.ts'

/**
 * Serves the changes since a token at `{namespace}/changes`, for copies that follow the calendar, such as those of `@kalends/client/copy`.
 * @example
 * import { changes } from '@kalends/fetch/changes'
 *
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [changes()] })
 */
export function changes(): Extension {
  const extension: TableExtension = {
    name: 'changes',
    messages: enChanges,
    routes: [changesRoute],
    table: (routes, { calendar }) => {
      if (!internals(calendar).isComplete)
        throw new TypeError('changes() needs a calendar of createCalendar: smaller ones have no log of changes')
      return routes
    },
  }
  return extension
}
