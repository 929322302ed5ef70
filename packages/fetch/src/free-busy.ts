import type { BusyFormat } from '@kalends/core/format'
import { requireKnownOptions } from '@kalends/core/store'
import type { TableExtension } from './extension/table.ts'
import { enFreeBusy } from './messages/extensions/en.ts'
import type { Extension } from './options/extension.ts'
import { defineFreeBusyRoutes } from './routes/free-busy.ts'

/** Options of {@link freeBusy}. */
export interface FreeBusyOptions {
  /** Formats beside JSON, such as `vfreebusy()` of `@kalends/formats/icalendar`. @default none */
  readonly formats?: readonly BusyFormat[] | undefined
}

/**
 * Serves the times at which venues are taken, at `{namespace}/free-busy`.
 * @throws TypeError an option is unknown
 * @example
 * import { freeBusy } from '@kalends/fetch/free-busy'
 * import { vfreebusy } from '@kalends/formats/icalendar'
 *
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [freeBusy({ formats: [vfreebusy()] })] })
 */
export function freeBusy(options: FreeBusyOptions = {}): Extension {
  requireKnownOptions('freeBusy', options, { formats: true })
  const extension: TableExtension = { name: 'free-busy', messages: enFreeBusy, routes: defineFreeBusyRoutes(options.formats ?? []) }
  return extension
}
