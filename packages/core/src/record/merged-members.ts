import type { JsonValue } from '../store/records.ts'
import type { WriteOperation } from './context.ts'
import type { KindDefinition, KindTypes, RecordFor } from './definition.ts'

/** The members that say whose the record is and where: they are never filled. */
const ownMembers: ReadonlySet<string> = new Set(['name', 'slug', 'authorId', 'status'])

const html: ReadonlySet<string> = new Set(['description', 'excerpt'])

/** The fields that give the empty members of a record the values of others, in their order. */
export function emptyMembers<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  record: RecordFor<D>,
  others: readonly RecordFor<D>[],
): Partial<D['fields']> {
  const fields: Record<string, unknown> = {}
  const memberOf = (one: RecordFor<D>, name: string): unknown => Reflect.get(one, name)
  for (const name of Object.keys(kind.shape)) {
    const value = memberOf(record, name)
    if (ownMembers.has(name) || (value !== '' && value !== null)) continue
    const filled = others.map((other) => memberOf(other, name)).find((one) => one !== '' && one !== null && one !== undefined)
    // Stored HTML is safe.
    if (filled !== undefined) fields[name] = html.has(name) ? { given: filled, safe: filled } : filled
  }
  if ('point' in record && record.point === null) {
    const point = others.map((other) => ('point' in other ? other.point : null)).find((one) => one !== null)
    if (point) Object.assign(fields, { geoLat: point.lat, geoLng: point.lng })
  }
  const given = missingValues(record, others)
  if (given.size > 0) fields['fields'] = { declared: op.declaredFields[kind.kind], given, defaults: new Map() }
  // The members of the shape and of its fields have the names and values of the kind, which a loop does not express.
  return fields as Partial<D['fields']>
}

/** The values of declared fields that a record does not have. */
function missingValues<D extends KindTypes>(record: RecordFor<D>, others: readonly RecordFor<D>[]): ReadonlyMap<string, JsonValue> {
  const given = new Map<string, JsonValue>()
  for (const { fields } of others)
    for (const [name, value] of Object.entries(fields.values))
      if (!Object.hasOwn(record.fields.values, name) && !given.has(name)) given.set(name, value)
  return given
}
