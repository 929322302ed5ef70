import { booleanSchema, idSchema, type Property, refTo, textSchema } from './property.ts'

/** The members of a response with changes. */
export const changesProperties: readonly Property[] = [
  { name: 'changes', schema: { type: 'array', items: refTo('Change') }, text: 'changesSent' },
  { name: 'token', schema: textSchema, text: 'changesToken' },
  { name: 'more', schema: booleanSchema, text: 'changesMore' },
]

const kinds = ['event', 'venue', 'organizer', 'category', 'tag'] as const

const records = ['Event', 'Venue', 'Organizer', 'Category', 'Tag'].map(refTo)

/** The members of a change. */
export const changeProperties: readonly Property[] = [
  { name: 'kind', schema: { type: 'string', enum: kinds }, text: 'changeKind' },
  { name: 'id', schema: idSchema, text: 'changeId' },
  { name: 'gone', schema: booleanSchema, text: 'changeGone' },
  { name: 'record', schema: { anyOf: records }, text: 'changeRecord', isOptional: true },
]
