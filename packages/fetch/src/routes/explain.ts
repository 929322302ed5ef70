import type { Explanation } from '@kalends/core'
import { fillMessage } from '@kalends/core/internal'
import type { JsonObject, JsonValue } from '../json.ts'
import { enReasons } from '../messages/problems/reasons.ts'
import type { ReasonCode } from '../messages/problems/translation.ts'
import { messagesIn } from '../options/settings.ts'
import { toAuthorInteger } from '../parameters/author.ts'
import { defaultWindow, eventFilters, toEventListInput } from '../parameters/event.ts'
import { explainParameters } from '../parameters/explain.ts'
import { toShownUid } from '../parameters/generated-uid.ts'
import { listConditions } from '../parameters/list-conditions.ts'
import { parametersIn } from '../parameters/parameter.ts'
import { ensureShape } from '../parameters/query.ts'
import { idInPath } from '../parameters/shared-parameters.ts'
import { toJson } from '../response/representation.ts'
import type { Answer } from '../response/respond.ts'
import type { EndpointContext, Route } from '../routing/route.ts'
import { explanationProperties, listReasonProperties } from '../wire/explanation.ts'

/** The route that explains why the list of events has an event, or lacks it. */
export const explainRoute: Route = {
  path: '/events/{id}/explain',
  parameters: idInPath,
  schemas: { Explanation: explanationProperties, ListReason: listReasonProperties },
  endpoints: [
    {
      methods: ['GET'],
      id: 'explainEvent',
      text: 'explainEvent',
      permission: { kind: 'event', action: 'update' },
      query: explainParameters,
      fieldsOf: 'event',
      answers: 'Explanation',
      status: 200,
      run: explainEvent,
    },
  ],
}

async function explainEvent(call: EndpointContext): Promise<Answer> {
  const { calendar, query, settings } = call
  const { as, ...filters } = query
  ensureShape(parametersIn(explainParameters, settings), query)
  const input = { ...toEventListInput(filters, settings), ...listConditions(call, 'event', eventFilters) }
  // No event has the id 0: like every id that no event can have, it is not found after the filters are read.
  const id = typeof call.ref === 'number' ? call.ref : 0
  const viewer = as === undefined ? undefined : { actor: null }
  const { listed, page, reasons } = await calendar.events.explain(id, input, { viewer })
  const body = {
    listed,
    ...(page !== undefined && { page }),
    ...(!listed && { reasons: reasons.map((reason) => toWire(call, id, reason)) }),
  }
  return { body: toJson(body) }
}

type Reason = Explanation['reasons'][number]

/** A reason with the names and the values of the interface, in the language of the address. */
function toWire({ settings, language, query }: EndpointContext, id: number, reason: Reason): JsonObject {
  const isOfWindow = Object.hasOwn(defaultWindow, reason.filter) && query[reason.filter] === undefined
  const code: ReasonCode = isOfWindow ? (reason.filter === 'startsFrom' ? 'before_window' : 'after_window') : reason.code
  const toValue = (value: Reason['value']): JsonValue => toWireValue(reason.filter, value, settings)
  const [value, wanted] = [reason.value, reason.wanted].map(toValue)
  const suggestion = isOfWindow ? { window: 'all' } : reason.suggestion && toWireFilters(reason.suggestion)
  const shown =
    reason.filter === 'uids' && value === ''
      ? { code: 'other_value' as const, value: toShownUid(id, 'event', settings.uidDomain) }
      : { code, value: value ?? null }
  const sent = { filter: isOfWindow ? 'window' : toName(reason.filter), ...shown, wanted: wanted ?? null }
  const message = fillMessage(messagesIn(language, settings).reasons[sent.code] ?? enReasons[sent.code], sent)
  return { ...sent, message, ...(suggestion !== undefined && { suggestion }) }
}

/** The parameter of a filter: `start_date` for `startsFrom`, and `custom_fields[level]` for `fields.level`. */
function toName(filter: string): string {
  const [, field] = /^fields\.(.*)$/s.exec(filter) ?? []
  if (field !== undefined) return `custom_fields[${field}]`
  return eventFilters.find(({ member }) => member === (filter === 'near' ? 'nearRadiusKm' : filter))?.name ?? filter
}

const toWireFilters = (filters: NonNullable<Reason['suggestion']>): JsonObject =>
  Object.fromEntries(Object.entries(filters).map(([filter, value]) => [toName(filter), value]))

function toWireValue(filter: string, value: Reason['value'], settings: EndpointContext['settings']): JsonValue {
  const each = (one: string | number): string | number => {
    if (filter === 'authorIds' && settings.authorIds === 'integer') return toAuthorInteger(String(one))
    return filter === 'uids' ? toShownUid(one, 'event', settings.uidDomain) : one
  }
  if (Array.isArray(value)) return filter === 'parentIds' ? (value[0] ?? null) : value.map(each)
  return typeof value === 'string' || typeof value === 'number' ? each(value) : value
}
