import { defaultsOf, equalFilters, eventFields, type PlainEvent, plainNames } from '@kalends/core/store'
import { otherValues } from '../factories/plain.ts'

/** The plain fields of events that a filter of the same name compares. */
const members = plainNames<PlainEvent>(eventFields).filter((name) => Object.hasOwn(equalFilters, name))

const pick = (values: PlainEvent): Partial<PlainEvent> => Object.fromEntries(members.map((member) => [member, values[member]]))

/** The default value of each of these members. */
export const usualValues: Partial<PlainEvent> = pick(defaultsOf<PlainEvent>(eventFields))

/** A value of each of these members that is not the default. */
export const unusualValues: Partial<PlainEvent> = pick(otherValues<PlainEvent>(eventFields))
