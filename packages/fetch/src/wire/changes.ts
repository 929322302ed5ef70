import type { JsonObject } from '../json.ts'
import type { Messages } from '../messages/en.ts'
import { booleanSchema, idSchema, type Property, refTo, textSchema } from './property.ts'

/** The members of a response with changes. */
export const changesProperties: readonly Property[] = [
  { name: 'changes', schema: { type: 'array', items: refTo('Change') }, text: 'changesSent' },
  { name: 'token', schema: textSchema, text: 'changesToken' },
  { name: 'more', schema: booleanSchema, text: 'changesMore' },
]

/** The schema of each kind's records. */
const components = { event: 'Event', venue: 'Venue', organizer: 'Organizer', category: 'Category', tag: 'Tag' } as const

/** A change: a record that is gone, or the record as it is now. */
export function changeSchema(messages: Messages): JsonObject {
  const of = (kind: JsonObject, gone: boolean, record: JsonObject | undefined): JsonObject => ({
    type: 'object',
    properties: {
      kind: { ...kind, description: messages.changeKind },
      id: { ...idSchema, description: messages.changeId },
      gone: { const: gone, description: messages.changeGone },
      ...(record !== undefined && { record }),
    },
    required: ['kind', 'id', 'gone', ...(record === undefined ? [] : ['record'])],
  })
  const present = Object.entries(components).map(([kind, component]) =>
    of({ const: kind }, false, { ...refTo(component), description: messages.changeRecord }),
  )
  const anyKind = { type: 'string', enum: Object.keys(components) }
  return { oneOf: [of(anyKind, true, undefined), ...present], description: messages.changeSent }
}
