import { isObject, type JsonObject, type JsonValue } from '../json.ts'

const codes = [
  ...['event', 'venue', 'organizer'].flatMap((kind) => [`${kind}-archive-page-not-found`, `${kind}-is-in-trash`]),
  ...['rest-event-not-found', 'rest_forbidden', 'rest_invalid_json', 'rest_invalid_param', 'rest_missing_callback_param'],
  ...['rest_no_route', 'term_exists'],
]

/** The members of a schema that responses of that service lack, and those that they may lack. */
interface Difference {
  readonly without: readonly string[]
  readonly optional?: readonly string[]
  readonly properties?: JsonObject
}

const text: JsonObject = { type: 'string' }
const extra: readonly string[] = ['uid', 'version']
const profile: Difference = {
  without: [...extra, 'rest_url'],
  optional: [
    ...['description', 'excerpt', 'slug', 'image', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website'],
    ...['stateprovince', 'geo_lat', 'geo_lng', 'email'],
  ],
  properties: { author: text },
}
const embedded: JsonObject = {
  term_group: { type: 'integer' },
  term_taxonomy_id: { type: 'integer' },
  count: { type: 'integer' },
  filter: text,
}
const category: JsonObject = { taxonomy: { type: 'string', const: 'tribe_events_cat' } }
const tag: JsonObject = { taxonomy: { type: 'string', const: 'post_tag' } }

const differences: Readonly<Record<string, Difference>> = {
  Event: {
    without: [...extra, 'event_status', 'previous_start_date', 'attendance_mode', 'online_url', 'recurrence'],
    properties: { author: text, custom_fields: { type: 'array' } },
  },
  Venue: profile,
  Organizer: profile,
  Category: { without: extra, properties: category },
  Tag: { without: extra, properties: tag },
  EmbeddedCategory: { without: extra, properties: { ...category, ...embedded } },
  EmbeddedTag: { without: extra, properties: { ...tag, ...embedded } },
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
  return { ...document, components: { ...components, schemas: withCodes(changed) } }
}

const objectOf = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {})

function changeSchema(schema: JsonObject, difference: Difference | undefined): JsonObject {
  if (difference === undefined) return schema
  const { without, optional = [], properties = {} } = difference
  const kept = Object.entries(objectOf(schema['properties'])).filter(([name]) => !without.includes(name))
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return {
    ...schema,
    properties: { ...Object.fromEntries(kept), ...properties },
    required: required.filter((name) => !without.includes(String(name)) && !optional.includes(String(name))),
  }
}

function withCodes(schemas: JsonObject): JsonObject {
  const problem = objectOf(schemas['Problem'])
  const description = `Among them: ${codes.join(', ')}`
  return { ...schemas, Problem: { ...problem, properties: { ...objectOf(problem['properties']), code: { ...text, description } } } }
}
