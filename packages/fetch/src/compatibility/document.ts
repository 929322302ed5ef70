import { isObject, type JsonObject, type JsonValue } from '../json.ts'
import { omittedMembers, sparseMembers, taxonomies } from './members.ts'

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
  /** Objects that are lists where they are empty. */
  readonly lists?: readonly string[]
}

const text: JsonObject = { type: 'string' }
const jsonLd: JsonObject = { json_ld: { type: 'object' } }
const profile: Difference = { without: omittedMembers.venue, optional: sparseMembers, properties: { author: text, ...jsonLd } }
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
    lists: ['custom_fields'],
  },
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

/** Returns the OpenAPI document of that service's face: the same routes, with its codes and members. */
export function writeOpenapi(document: JsonObject): JsonObject {
  const components = objectOf(document['components'])
  const schemas = objectOf(components['schemas'])
  const changed = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, changeSchema(objectOf(schema), differences[name])]),
  )
  const responses = withCodes(objectOf(components['responses']))
  const paths = Object.entries(objectOf(document['paths'])).map(([path, item]) => [path, withUpdates(path, objectOf(item))])
  return { ...document, paths: Object.fromEntries(paths), components: { ...components, schemas: changed, responses } }
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

/** A new venue or organizer may update the one of the same name. */
function withUpdates(path: string, item: JsonObject): JsonObject {
  const { post } = item
  if (!/\/(venues|organizers)$/.test(path) || !isObject(post)) return item
  const responses = objectOf(post['responses'])
  const created = objectOf(responses['201'])
  const headers = Object.entries(objectOf(created['headers'])).filter(([name]) => name !== 'Location')
  return { ...item, post: { ...post, responses: { ...responses, 200: { ...created, headers: Object.fromEntries(headers) } } } }
}

const objectOf = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {})

/** The schema of an object that is a list where it is empty; without known members, it always is. */
const withEmptyList = (schema: JsonObject): JsonObject =>
  schema['properties'] === undefined ? { type: 'array' } : { oneOf: [{ type: 'array', maxItems: 0 }, schema] }

function changeSchema(schema: JsonObject, difference: Difference | undefined): JsonObject {
  if (difference === undefined) return schema
  const { without, optional = [], properties = {}, lists = [] } = difference
  const kept = Object.entries(objectOf(schema['properties']))
    .filter(([name]) => !without.includes(name))
    .map(([name, property]) => [name, lists.includes(name) ? withEmptyList(objectOf(property)) : property])
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return {
    ...schema,
    properties: { ...Object.fromEntries(kept), ...properties },
    required: required.filter((name) => !without.includes(String(name)) && !optional.includes(String(name))),
  }
}
