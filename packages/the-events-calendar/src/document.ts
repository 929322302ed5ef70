import type { JsonObject, JsonValue } from '@kalends/fetch'
import { isObject } from '@kalends/fetch/internal'
import { omittedMembers, sparseMembers, taxonomies } from './members.ts'
import { withoutWordpress } from './wordpress.ts'

const ofKinds = (end: string): readonly string[] => ['event', 'venue', 'organizer'].map((kind) => `${kind}-${end}`)

/** The codes of that service by those of the interface. */
const codes: Readonly<Record<string, readonly string[]>> = {
  invalid_input: ['rest_invalid_param', 'rest_missing_callback_param', 'term_exists'],
  invalid_json: ['rest_invalid_json'],
  unauthenticated: ['rest_forbidden'],
  forbidden: ['rest_forbidden'],
  not_found: ['rest-event-not-found', 'rest_no_route'],
  page_out_of_range: ofKinds('archive-page-not-found'),
  method_not_allowed: ['rest_no_route'],
  in_trash: ofKinds('is-in-trash'),
  name_taken: [],
}

/** The members of a schema that responses of that service lack, and those that they may lack. */
interface Difference {
  readonly without: readonly string[]
  readonly optional?: readonly string[]
  readonly properties?: JsonObject
  /** Whether it has declared fields with labels. */
  readonly hasLabels?: boolean
}

const text: JsonObject = { type: 'string' }
const jsonLd: JsonObject = { json_ld: { type: 'object' } }
const profile: Difference = { without: omittedMembers.venue, optional: sparseMembers, properties: { author: text, ...jsonLd } }
/** Answers can be sent back, so that the author is a text there, too. */
const input: Difference = { without: [], properties: { author: { type: ['integer', 'string', 'null'] } } }
const embedded: JsonObject = {
  term_group: { type: 'integer' },
  term_taxonomy_id: { type: 'integer' },
  count: { type: 'integer' },
  filter: text,
}
const category: JsonObject = { taxonomy: { ...text, const: taxonomies.category } }
const tag: JsonObject = { taxonomy: { ...text, const: taxonomies.tag } }

const differences: Readonly<Record<string, Difference>> = {
  // Records in lists have no `json_ld`.
  Event: {
    without: omittedMembers.event,
    properties: { author: text, ...jsonLd },
    hasLabels: true,
  },
  EventInput: { ...input, hasLabels: true },
  EventPatch: { ...input, hasLabels: true },
  VenueInput: input,
  VenuePatch: input,
  OrganizerInput: input,
  OrganizerPatch: input,
  Venue: profile,
  Organizer: profile,
  Category: { without: omittedMembers.category, optional: ['custom_fields'], properties: category },
  Tag: { without: omittedMembers.category, optional: ['custom_fields'], properties: tag },
  EmbeddedCategory: { without: omittedMembers.category, properties: { ...category, ...embedded } },
  EmbeddedTag: { without: omittedMembers.category, properties: { ...tag, ...embedded } },
  Problem: { without: [], properties: { code: text } },
  ProblemData: {
    without: [],
    properties: {
      params: {
        oneOf: [
          { type: 'object', additionalProperties: text },
          { type: 'array', items: text },
        ],
      },
      term_id: { type: 'integer' },
    },
  },
}

/** Returns the OpenAPI document of the adapter: the same routes, with the codes and members of The Events Calendar. */
export function writeOpenapi(document: JsonObject): JsonObject {
  const components = objectOf(document['components'])
  const schemas = objectOf(components['schemas'])
  const changed = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      changeSchema(objectOf(schema), differences[name], /(?:Input|Patch)$/.test(name)),
    ]),
  )
  const responses = withCodes(objectOf(components['responses']))
  return { ...document, paths: withoutWordpress(objectOf(document['paths'])), components: { ...components, schemas: changed, responses } }
}

/** Replaces the codes in a part of the document. */
function withCodes(part: JsonObject): JsonObject {
  const entries = Object.entries(part).map(([name, value]): [string, JsonValue] => {
    if (name === 'enum' && Array.isArray(value)) return [name, value.map(String).flatMap((code) => codes[code] ?? [code])]
    if (Array.isArray(value)) return [name, value.map((item: JsonValue) => (isObject(item) ? withCodes(item) : item))]
    return [name, isObject(value) ? withCodes(value) : value]
  })
  return Object.fromEntries(entries)
}

const objectOf = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {})

/** The schema of declared fields with their names beside their values. Without any it is always an empty list. */
function withLabels(schema: JsonObject, isInput: boolean): JsonObject {
  if (schema['properties'] === undefined) return { type: 'array' }
  const properties = Object.entries(objectOf(schema['properties'])).map(([name, value]): [string, JsonObject] => {
    const labelled = { type: 'object', properties: { label: text, value }, required: ['label', 'value'] }
    return [name, isInput ? { anyOf: [value, labelled] } : labelled]
  })
  return {
    oneOf: [
      { type: 'array', maxItems: 0 },
      { ...schema, properties: Object.fromEntries(properties) },
    ],
  }
}

function changeSchema(schema: JsonObject, difference: Difference | undefined, isInput: boolean): JsonObject {
  if (difference === undefined) return schema
  const { without, optional = [], properties = {}, hasLabels = false } = difference
  const kept = Object.entries(objectOf(schema['properties']))
    .filter(([name]) => !without.includes(name))
    .map(([name, property]) => [name, hasLabels && name === 'custom_fields' ? withLabels(objectOf(property), isInput) : property])
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return {
    ...schema,
    properties: { ...Object.fromEntries(kept), ...properties },
    required: required.filter((name) => !without.includes(String(name)) && !optional.includes(String(name))),
  }
}
