import { limits } from '@kalends/core/internal'
import type { Kind } from '@kalends/core/store'
import type { JsonObject } from '../json.ts'
import { type Messages, textIn } from '../messages/problems/translation.ts'
import type { Settings } from '../options/settings.ts'
import { isRequired } from '../parameters/field-schema.ts'
import { defaultOf, type Parameter, parametersIn } from '../parameters/parameter.ts'
import { refTo } from '../wire/property.ts'
import { type DocumentContext, toFieldsInput } from './custom-fields.ts'

/** An existing record. */
const itemId: JsonObject = { type: 'object', required: ['id'], properties: { id: { type: 'integer', minimum: 1 } } }

/** A term by its slug. */
const itemSlug: JsonObject = { type: 'object', required: ['slug'], properties: { slug: { type: 'string', maxLength: limits.slug } } }

/** A term by its name. */
const itemName: JsonObject = { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: limits.name } } }

/** The writable fields of a record. */
export interface BodyFields {
  /** Those of the interface. */
  readonly args: readonly Parameter[]
  /** The kind of the record. */
  readonly kind: Kind
  /** Whether the record is new. */
  readonly isNew: boolean
}

/** The schema of a request body. */
export function toBodySchema({ args, kind, isNew }: BodyFields, { messages, settings, fields }: DocumentContext): JsonObject {
  const { list } = fields[kind]
  const needsFields = isNew && list.some(isRequired)
  const required = [...args.filter((parameter) => parameter.isRequired).map(({ name }) => name), ...(needsFields ? ['custom_fields'] : [])]
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        parametersIn(args, settings).map((parameter) => [parameter.name, toBodyProperty(parameter, messages, settings)]),
      ),
      ...(list.length > 0 && { custom_fields: { ...toFieldsInput(list, isNew), description: messages.customFields } }),
    },
    ...(required.length > 0 && { required }),
  }
}

function toBodyProperty(parameter: Parameter, messages: Messages, settings: Settings): JsonObject {
  const value = defaultOf(parameter, settings)
  const description = textIn(parameter.text, messages)
  if (value === undefined) return { ...toValueSchema(parameter), description }
  // Generators make a member with `default` required, so the description states the default.
  return { ...toValueSchema(parameter), description: `${description} (${messages.defaultValue}: ${JSON.stringify(value)})` }
}

/** An image in a request: none, a media id, a URL, or an image object of a response. */
const imageInput: JsonObject = {
  anyOf: [
    { type: 'integer', minimum: 1 },
    { type: 'string', maxLength: 2048 },
    { type: 'boolean', const: false },
    { type: 'object', properties: { id: { type: 'integer', minimum: 1 } }, required: ['id'] },
    { type: 'object', properties: { url: { type: 'string', maxLength: 2048 } }, required: ['url'] },
    { type: 'null' },
  ],
}

const costItem: readonly JsonObject[] = [
  { type: 'number', minimum: 0 },
  { type: 'string', maxLength: 500 },
]

const listedDates: JsonObject = { type: 'array', maxItems: limits.recurrenceDates, items: { type: 'string' } }

/** How an event repeats in a request: a rule, a rule with further and excluded dates, or the object of a response. */
const recurrenceInput: JsonObject = {
  anyOf: [
    { type: 'string', maxLength: 1000 },
    {
      type: 'object',
      properties: {
        rule: { type: 'string', maxLength: 1000 },
        dates: listedDates,
        except: listedDates,
        overridden: { type: 'array', items: { type: 'string' } },
      },
    },
    { type: 'null' },
  ],
}

/** Schemas of fields for which the core's schema names neither members nor items. */
const detailed: Readonly<Record<string, JsonObject>> = {
  image: imageInput,
  recurrence: recurrenceInput,
  cost: { anyOf: [...costItem, { type: 'array', maxItems: 100, items: { anyOf: costItem } }, { type: 'null' }] },
}

/** Linked records come as ids, as data, or as lists of both; terms as ids, slugs and names. */
function toValueSchema({ name, meta, nested }: Parameter): JsonObject {
  if (nested !== undefined)
    return oneOrMore([{ type: 'integer', minimum: 1 }, itemId, refTo(name === 'venue' ? 'VenueInput' : 'OrganizerInput')])
  if (name === 'categories' || name === 'tags')
    return oneOrMore([{ type: 'integer', minimum: 0 }, itemId, itemSlug, itemName], [{ type: 'string' }])
  return detailed[name] ?? meta
}

/** One item, several in a list or in a string with commas, or none. */
const oneOrMore = (items: readonly JsonObject[], listed: readonly JsonObject[] = []): JsonObject => ({
  anyOf: [...items, { type: 'string' }, { type: 'array', maxItems: 100, items: { anyOf: [...items, ...listed] } }, { type: 'null' }],
})

/** A path parameter. */
export const toPathParameter = ({ name, meta, text }: Parameter, messages: Messages): JsonObject => ({
  name,
  in: 'path',
  required: true,
  description: textIn(text, messages),
  // A record's slug is never null, and an empty slug would be another path.
  schema: name === 'slug' ? { ...meta, type: 'string', minLength: 1 } : meta,
})

/** A query parameter. */
export function toQueryParameter(parameter: Parameter, messages: Messages, settings: Settings): JsonObject {
  const { name, text, isRequired } = parameter
  // The interface has one integer where several are accepted, too: generated clients send one.
  const isOne = parameter.isList && parameter.type === 'integer'
  const isList = parameter.isList && !isOne
  const meta = isOne ? { type: 'integer', minimum: 0 } : parameter.meta
  // The root route states defaults that depend on the current time; in this document they would soon be out of date.
  const value = typeof parameter.default === 'function' && name !== 'namespace' ? undefined : defaultOf(parameter, settings)
  const isText = !isList && (meta['type'] === 'string' || Array.isArray(meta['type'])) && meta['enum'] === undefined
  return {
    name,
    in: 'query',
    required: isRequired,
    description: textIn(text, messages),
    schema: {
      ...meta,
      ...(isText && { type: 'string', minLength: 1 }),
      ...(isList && { minItems: 1 }),
      ...(value !== undefined && { default: value }),
    },
    ...(isList && { style: 'form', explode: false }),
  }
}
