import type { Format } from '@kalends/core/format'
import { mapEndpoints, type TableExtension } from './extension/table.ts'
import type { Extension } from './options/extension.ts'
import { withAlternates } from './routes/alternates.ts'
import { readFormats } from './routes/check-formats.ts'
import { defineFormatRoutes } from './routes/formats.ts'

/**
 * Serves lists and single records in formats beside JSON, each at addresses with its extension, such as `{namespace}/events.ics`. Lists and
 * events in JSON link to them.
 * @throws TypeError one is not a format, or two have the same extension
 * @example
 * import { formats } from '@kalends/fetch/formats'
 * import { icalendar } from '@kalends/formats/icalendar'
 *
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [formats([icalendar()])] })
 */
export function formats(list: readonly Format[]): Extension {
  const checked = readFormats(list)
  const extension: TableExtension = {
    name: 'formats',
    routes: defineFormatRoutes(checked),
    table: (routes) => mapEndpoints(routes, (endpoint) => withAlternates(endpoint, checked, routes)),
  }
  return extension
}
