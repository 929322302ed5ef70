import { defaultsOf, equalFilters, eventFields, type PlainEvent, plainNames } from '@kalends/core/store'
import { otherValues } from '../factories/plain.ts'

/** The plain fields of events that a filter of the same name compares. */
const members = plainNames<PlainEvent>(eventFields).filter((name) => Object.hasOwn(equalFilters, name))

const pick = (values: PlainEvent): Partial<PlainEvent> => Object.fromEntries(members.map((member) => [member, values[member]]))

/** For each member that a filter compares a value, the default. */
export const usualValues: Partial<PlainEvent> = pick(defaultsOf<PlainEvent>(eventFields))

/** For each member that a filter compares another value than the default. */
export const unusualValues: Partial<PlainEvent> = pick(otherValues<PlainEvent>(eventFields))
