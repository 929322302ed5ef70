import { type Draft, type EventRecord, noFields, type StoredFields } from '@kalends/core/store'
import { keysOf } from '../../../packages/core/src/fields/keys.ts'
import { eventDrafts } from './events.ts'
import { type Random, randomFrom } from './random.ts'
import type { DatasetShape } from './shape.ts'

/** The values of an event: three in four have a level, one in five of these is `pro`; two in three have seats, 0 to 500. */
function fieldsOf(random: Random): StoredFields {
  const level = random.chance(0.75) ? (random.chance(0.2) ? 'pro' : 'beginner') : undefined
  const seats = random.chance(0.66) ? random.below(501) : undefined
  if (level === undefined && seats === undefined) return noFields
  return {
    values: { ...(level !== undefined && { level }), ...(seats !== undefined && { seats }) },
    keys: { ...(level !== undefined && { level: keysOf('is', level) }), ...(seats !== undefined && { seats: keysOf('range', seats) }) },
  }
}

/** Single events with the declared fields `level` and `seats`, one by one. */
export function* fieldDrafts(shape: DatasetShape): Generator<Draft<EventRecord>, void, undefined> {
  // A sequence of its own: the events are those of the data set without fields.
  const random = randomFrom(2)
  for (const event of eventDrafts(shape)) yield { ...event, fields: fieldsOf(random) }
}
