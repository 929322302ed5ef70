import { type Argument, defaultOf } from '../argument.ts'
import type { JsonObject } from '../json.ts'
import type { Messages } from '../messages/en.ts'
import type { Settings } from '../settings.ts'
import { refTo } from '../wire/property.ts'

/** A record that is there already. */
const itemId: JsonObject = { type: 'object', required: ['id'], properties: { id: { type: 'integer', minimum: 1 } } }

/** What a body may hold. */
export function toBodySchema(args: readonly Argument[], messages: Messages, settings: Settings): JsonObject {
  const required = args.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(args.map((argument) => [argument.name, toBodyProperty(argument, messages, settings)])),
    ...(required.length > 0 && { required }),
  }
}

function toBodyProperty(argument: Argument, messages: Messages, settings: Settings): JsonObject {
  const value = defaultOf(argument, settings)
  return { ...toValueSchema(argument), description: messages[argument.text], ...(value !== undefined && { default: value }) }
}

/** Records inside others come as ids, as data, or as lists of both; terms as ids, slugs and names. */
function toValueSchema({ name, meta, nested }: Argument): JsonObject {
  if (nested !== undefined)
    return oneOrMore([{ type: 'integer', minimum: 1 }, itemId, refTo(name === 'venue' ? 'VenueInput' : 'OrganizerInput')])
  if (name === 'categories' || name === 'tags') return oneOrMore([{ type: 'integer', minimum: 1 }, { type: 'string' }, itemId])
  return meta
}

const oneOrMore = (items: readonly JsonObject[]): JsonObject => ({
  anyOf: [...items, { type: 'string' }, { type: 'array', maxItems: 100, items: { anyOf: items } }, { type: 'null' }],
})

/** The parameters of a path. */
export const toPathParameter = ({ name, meta, text }: Argument, messages: Messages): JsonObject => ({
  name,
  in: 'path',
  required: true,
  description: messages[text],
  // A record's slug is never null, and an empty one would be another path.
  schema: name === 'slug' ? { ...meta, type: 'string', minLength: 1 } : meta,
})

/** A parameter of a query. */
export function toQueryParameter(argument: Argument, messages: Messages, settings: Settings): JsonObject {
  const { name, meta, text, isList, isRequired } = argument
  // What depends on the moment is told by the root route; here it would be out of date at once.
  const value = typeof argument.default === 'function' && name !== 'namespace' ? undefined : defaultOf(argument, settings)
  const isText = !isList && (meta['type'] === 'string' || Array.isArray(meta['type'])) && meta['enum'] === undefined
  return {
    name,
    in: 'query',
    required: isRequired,
    description: messages[text],
    schema: {
      ...meta,
      ...(isText && { type: 'string', minLength: 1 }),
      ...(isList && { minItems: 1 }),
      ...(value !== undefined && { default: value }),
    },
    ...(isList && { style: 'form', explode: false }),
  }
}
