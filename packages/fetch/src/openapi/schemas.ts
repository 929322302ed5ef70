import { errorCodes, issueCodes, type ParameterTypes } from '@kalends/core/internal'
import type { Kind } from '@kalends/core/store'
import type { JsonObject } from '../json.ts'
import { eventBody, eventUpdateBody } from '../parameters/event.ts'
import { organizerBody } from '../parameters/organizer.ts'
import { allOptional, type Parameter } from '../parameters/parameter.ts'
import { categoryBody, tagBody } from '../parameters/term.ts'
import { venueBody } from '../parameters/venue.ts'
import type { Route } from '../routing/route.ts'
import { costDetailsProperties, dateDetailsProperties, eventProperties } from '../wire/event-properties.ts'
import { listProperties } from '../wire/list.ts'
import { organizerProperties } from '../wire/organizer.ts'
import { booleanSchema, type Property, refTo, schemaIn, textSchema } from '../wire/property.ts'
import { imageProperties } from '../wire/published.ts'
import { recurrenceProperties } from '../wire/recurrence.ts'
import { categoryProperties, embeddedCategoryProperties, embeddedTagProperties, tagProperties, termUrlsProperties } from '../wire/term.ts'
import { venueProperties } from '../wire/venue.ts'
import { type DocumentContext, toFieldsAnswer } from './custom-fields.ts'
import { type BodyFields, toBodySchema } from './inputs.ts'

const integer: JsonObject = { type: 'integer' }

/** The schemas of the parameters of issues. */
const issueParameters: Readonly<Record<keyof ParameterTypes, JsonObject>> = {
  reason: textSchema,
  character: textSchema,
  min: { type: 'number' },
  max: { type: 'number' },
  values: { type: 'array', items: textSchema },
  from: integer,
  to: integer,
  id: integer,
  name: textSchema,
  date: textSchema,
  dates: integer,
  links: integer,
  first: textSchema,
  zone: textSchema,
  nearest: textSchema,
}

/** The records of each kind in responses. */
const kinds: readonly (readonly [kind: Kind, name: string, properties: readonly Property[]])[] = [
  ['event', 'Event', eventProperties],
  ['venue', 'Venue', venueProperties],
  ['organizer', 'Organizer', organizerProperties],
  ['category', 'Category', categoryProperties],
  ['tag', 'Tag', tagProperties],
]

/** The other objects in responses, by the names of their schemas. */
const answers: Readonly<Record<string, readonly Property[]>> = {
  EmbeddedCategory: embeddedCategoryProperties,
  EmbeddedTag: embeddedTagProperties,
  EventList: listProperties('events', 'Event'),
  VenueList: listProperties('venues', 'Venue'),
  OrganizerList: listProperties('organizers', 'Organizer'),
  CategoryList: listProperties('categories', 'Category'),
  TagList: listProperties('tags', 'Tag'),
  DateDetails: dateDetailsProperties,
  CostDetails: costDetailsProperties,
  Recurrence: recurrenceProperties,
  Image: imageProperties,
  TermUrls: termUrlsProperties,
  Namespace: [
    { name: 'namespace', schema: textSchema, text: 'rootNamespace' },
    { name: 'routes', schema: { type: 'object', additionalProperties: refTo('Route') }, text: 'routesSent' },
  ],
  Route: [
    { name: 'namespace', schema: textSchema, text: 'rootNamespace' },
    { name: 'methods', schema: { type: 'array', items: textSchema }, text: 'routeMethods' },
    { name: 'endpoints', schema: { type: 'array', items: refTo('Endpoint') }, text: 'routeEndpoints' },
  ],
  Endpoint: [
    { name: 'methods', schema: { type: 'array', items: textSchema }, text: 'routeMethods' },
    { name: 'args', schema: { type: 'object', additionalProperties: refTo('Argument') }, text: 'endpointArgs' },
  ],
  Argument: [
    { name: 'required', schema: booleanSchema, text: 'argRequired' },
    { name: 'type', schema: textSchema, text: 'argType', isOptional: true },
    { name: 'description', schema: textSchema, text: 'argDescription' },
    { name: 'default', schema: {}, text: 'argDefault', isOptional: true },
    { name: 'items', schema: { type: 'object' }, text: 'argItems', isOptional: true },
    { name: 'enum', schema: { type: 'array' }, text: 'argEnum', isOptional: true },
  ],
  // Not `Error`: generated types would shadow the global of that name.
  Problem: [
    { name: 'code', schema: { type: 'string', enum: errorCodes }, text: 'errorCode' },
    { name: 'message', schema: textSchema, text: 'errorMessage' },
    { name: 'data', schema: refTo('ProblemData'), text: 'errorData' },
  ],
  ProblemData: [
    { name: 'status', schema: { type: 'integer' }, text: 'errorStatus' },
    { name: 'params', schema: { type: 'object', additionalProperties: textSchema }, text: 'errorParams', isOptional: true },
    { name: 'issues', schema: { type: 'array', items: refTo('Issue') }, text: 'errorIssues', isOptional: true },
    { name: 'allowed', schema: { type: 'string', enum: ['draft'] }, text: 'errorAllowed', isOptional: true },
    { name: 'denied', schema: refTo('Denied'), text: 'errorDenied', isOptional: true },
  ],
  Issue: [
    { name: 'path', schema: textSchema, text: 'issuePath' },
    { name: 'code', schema: { type: 'string', enum: issueCodes }, text: 'issueCode' },
    { name: 'message', schema: textSchema, text: 'issueMessage' },
    ...Object.entries(issueParameters).map(([name, schema]) => ({ name, schema, text: 'issueParameter' as const, isOptional: true })),
  ],
  Denied: [
    { name: 'action', schema: { type: 'string', enum: ['create', 'link'] }, text: 'deniedAction' },
    { name: 'kind', schema: { type: 'string', enum: ['venue', 'organizer', 'category', 'tag'] }, text: 'deniedKind' },
  ],
}

/** Writable fields on creation, and on updates. */
const inputs: Readonly<Record<string, Omit<BodyFields, 'isNew'> & { readonly patch: readonly Parameter[] }>> = {
  Event: { kind: 'event', args: eventBody, patch: eventUpdateBody },
  Venue: { kind: 'venue', args: venueBody, patch: allOptional(venueBody) },
  Organizer: { kind: 'organizer', args: organizerBody, patch: allOptional(organizerBody) },
  Category: { kind: 'category', args: categoryBody, patch: allOptional(categoryBody) },
  Tag: { kind: 'tag', args: tagBody, patch: allOptional(tagBody) },
}

/** The schemas that the operations of some routes refer to. */
export const toSchemas = (context: DocumentContext, routes: readonly Route[]): JsonObject => ({
  ...Object.fromEntries(kinds.map(([kind, name, properties]) => [name, withMembers(toAnswerSchema(properties, context), kind, context)])),
  ...Object.fromEntries(Object.entries(answers).map(([name, properties]) => [name, toAnswerSchema(properties, context)])),
  ...Object.fromEntries(
    // A calendar that only reads has no bodies.
    Object.entries(routes.some(({ endpoints }) => endpoints.some(({ body }) => body !== undefined)) ? inputs : {}).flatMap(
      ([name, { kind, args, patch }]) => [
        [`${name}Input`, toBodySchema({ kind, args, isNew: true }, context)],
        [`${name}Patch`, toBodySchema({ kind, args: patch, isNew: false }, context)],
      ],
    ),
  ),
  Documentation: { type: 'object', description: context.messages.documentSent },
  ...Object.fromEntries(
    routes.flatMap(({ schemas = {} }) =>
      Object.entries(schemas).map(([name, schema]) => [
        name,
        typeof schema === 'function' ? schema(context.messages) : toAnswerSchema(schema, context),
      ]),
    ),
  ),
})

/** A record with the members that extensions add. Records inside of other records lack them, so none is required. */
const withMembers = (schema: JsonObject, kind: Kind, { settings }: DocumentContext): JsonObject => ({
  ...schema,
  properties: Object.assign({}, schema['properties'], ...(settings.members[kind] ?? []).map((members) => members.schema)),
})

const toAnswerSchema = (properties: readonly Property[], context: DocumentContext): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    properties.map((property) => [property.name, { ...toPropertySchema(property, context), description: context.messages[property.text] }]),
  ),
  required: properties.filter(({ isOptional }) => isOptional !== true).map(({ name }) => name),
})

const toPropertySchema = (property: Property, { settings, fields }: DocumentContext): JsonObject =>
  property.fieldsOf === undefined ? schemaIn(property, settings) : toFieldsAnswer(fields[property.fieldsOf].list)
