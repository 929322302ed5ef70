import type { HistoryEntry } from '@kalends/core'
import { invalidInput } from '@kalends/core/internal'
import type { JsonObject, JsonValue } from '../json.ts'
import { toAuthorInteger } from '../parameters/author.ts'
import { historyParameters } from '../parameters/history.ts'
import type { Parameter } from '../parameters/parameter.ts'
import { ensureShape } from '../parameters/query.ts'
import { idInPath } from '../parameters/shared-parameters.ts'
import { notFound } from '../response/problem.ts'
import { toJson } from '../response/representation.ts'
import type { Answer } from '../response/respond.ts'
import type { EndpointContext, Route } from '../routing/route.ts'
import { historyEntryProperties, historyProperties } from '../wire/history.ts'
import { collectionOf } from '../wire/presenter.ts'
import type { Resource, ServedRecord } from './resource-kind.ts'
import { mapResources } from './resources.ts'
import { defineRevert } from './revert.ts'

/** The routes of the histories of all kinds of records, and those that take a record back to an earlier version. */
export const toHistoryRoutes = (): readonly Route[] => mapResources((resource) => [toHistoryRoute(resource), defineRevert(resource)])

const toHistoryRoute = <T extends ServedRecord>(resource: Resource<T>): Route => ({
  path: `/${collectionOf[resource.kind]}/{id}/history`,
  parameters: idInPath,
  schemas: { History: historyProperties, HistoryEntry: historyEntryProperties },
  endpoints: [
    {
      methods: ['GET'],
      id: `read${resource.component}History`,
      text: 'readHistory',
      permission: { kind: resource.kind, action: 'update' },
      query: historyParameters,
      answers: 'History',
      status: 200,
      run: (call) => readHistory(resource, call),
    },
  ],
})

/** The most entries of one response. */
const maxLimit = 100

async function readHistory<T extends ServedRecord>({ body, records }: Resource<T>, call: EndpointContext): Promise<Answer> {
  const { calendar, query, settings } = call
  ensureShape(historyParameters, query)
  const limit = Number(query['limit'] ?? 20)
  if (limit > maxLimit) throw invalidInput({ limit: { code: 'integer_out_of_range', min: 1, max: maxLimit } })
  if (call.ref === null) throw notFound()
  const before = query['before'] === undefined ? undefined : Number(query['before'])
  const found = await records(calendar).history(call.ref, { limit: limit + 1, before })
  const entries = found.slice(0, limit)
  const next = entries.at(-1)
  return {
    body: toJson({
      history: entries.map((entry) => ({ ...entry, changes: toWireChanges(entry.changes, body, settings) })),
      ...(found.length > limit && next !== undefined && { next_before: next.seq }),
    }),
  }
}

/** The changes with the names and the values of the interface. */
function toWireChanges(changes: HistoryEntry['changes'], body: readonly Parameter[], settings: EndpointContext['settings']): JsonObject {
  return Object.fromEntries(
    Object.entries(changes).map(([member, { from, to, ...rest }]) => {
      const parameter = body.find((one) => one.member === member)
      const toValue = (value: JsonValue): JsonValue => toWireValue(member, value, parameter, settings)
      return [member === 'fields' ? 'custom_fields' : (parameter?.name ?? member), { from: toValue(from), to: toValue(to), ...rest }]
    }),
  )
}

function toWireValue(
  member: string,
  value: JsonValue,
  parameter: Parameter | undefined,
  { authorIds }: EndpointContext['settings'],
): JsonValue {
  if (member === 'authorId' && authorIds === 'integer') return toAuthorInteger(String(value))
  if (member === 'cost' && typeof value === 'object' && value !== null && 'text' in value) return Object(value).text
  return Object.entries(parameter?.words ?? {}).find(([, word]) => word === value)?.[0] ?? value
}
