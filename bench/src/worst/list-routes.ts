import { createCalendar, publicReadOnly } from '@kalends/core'
import { changes } from '@kalends/fetch/changes'
import { fullcalendar } from '@kalends/fetch/fullcalendar'
import { memoryStore } from '@kalends/memory'
import { readSettings } from '../../../packages/fetch/src/options/settings.ts'
import type { Parameter } from '../../../packages/fetch/src/parameters/parameter.ts'
import { createRoutes } from '../../../packages/fetch/src/routes/table.ts'
import type { Route } from '../../../packages/fetch/src/routing/route.ts'

/** A GET route with parameters that an anonymous caller may send. */
export interface ListRoute {
  /** Its path below the namespace, such as `/events`. */
  readonly path: string
  /** The parameters of its query string. */
  readonly parameters: readonly ListParameter[]
}

/** A parameter of a query string. */
export interface ListParameter {
  /** Its name on the wire. */
  readonly name: string
  /** Whether the route requires it. */
  readonly isRequired: boolean
  /** Its JSON Schema; an empty object if the table has none. */
  readonly schema: Readonly<Record<string, unknown>>
}

const toListParameter = ({ name, isRequired, meta, type }: Parameter): ListParameter => ({
  name,
  isRequired,
  schema: type === undefined ? meta : { type, ...meta },
})

/** The routes that read lists, from the table that defines the handler: a new route or parameter is measured automatically. */
export const listRoutes: readonly ListRoute[] = createRoutes(
  readSettings(createCalendar({ store: memoryStore() }), { access: publicReadOnly(), use: [changes(), fullcalendar()] }),
).flatMap(toListRoute)

function toListRoute({ path, parameters, endpoints }: Route): readonly ListRoute[] {
  const reading = endpoints.find(({ methods }) => methods.includes('GET'))
  const isList = reading !== undefined && parameters.length === 0 && path !== '' && reading.query.length > 0
  return isList ? [{ path, parameters: reading.query.map(toListParameter) }] : []
}
