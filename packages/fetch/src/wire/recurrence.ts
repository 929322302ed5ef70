import type { Event } from '@kalends/core'
import type { JsonObject } from '../json.ts'
import { toOverriddenNames } from '../parameters/overridden.ts'
import { idSchema, optionalTimeSchema, type PropertiesOf, refTo, textSchema, timeSchema, type Written } from './property.ts'

type Recurrence = NonNullable<Event['recurrence']>

const timesSchema: JsonObject = { type: 'array', items: timeSchema }

const properties = {
  seriesId: [{ name: 'series', schema: idSchema, text: 'recurrenceSeries' }],
  id: [{ name: 'id', schema: optionalTimeSchema, text: 'recurrenceId' }],
  rule: [{ name: 'rule', schema: textSchema, text: 'recurrenceRule' }],
  dates: [{ name: 'dates', schema: timesSchema, text: 'recurrenceDates' }],
  except: [{ name: 'except', schema: timesSchema, text: 'recurrenceExcept' }],
  overridden: [{ name: 'overridden', schema: { type: 'array', items: textSchema }, text: 'recurrenceOverridden' }],
  listedUntil: [{ name: 'listed_until', schema: { oneOf: [timeSchema, { type: 'null' }] }, text: 'recurrenceListedUntil' }],
} as const satisfies PropertiesOf<keyof Recurrence>

/** The members of a recurrence in a response. */
export const recurrenceProperties = Object.values(properties).flat()

/** How an event repeats; null for a single event. */
export const recurrenceProperty = {
  name: 'recurrence',
  schema: { oneOf: [refTo('Recurrence'), { type: 'null' }] },
  text: 'recurrence',
} as const

/** The wire form of how an event repeats. */
export const toWireRecurrence = ({ seriesId, id, rule, dates, except, overridden, listedUntil }: Recurrence): JsonObject =>
  ({
    series: seriesId,
    id,
    rule,
    dates,
    except,
    overridden: toOverriddenNames(overridden),
    listed_until: listedUntil,
  }) satisfies Written<typeof properties>
