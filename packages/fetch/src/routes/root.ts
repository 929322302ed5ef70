import { categoryShape, type DeclaredField, type FieldsByKind } from '@kalends/core/internal'
import type { JsonObject } from '../json.ts'
import { type Messages, textIn } from '../messages/problems/translation.ts'
import { listFieldParameters } from '../openapi/custom-fields.ts'
import { messagesIn, type Settings } from '../options/settings.ts'
import { isRequired } from '../parameters/field-schema.ts'
import { defaultOf, defineParameters, type Parameter, parametersIn } from '../parameters/parameter.ts'
import { ensureShape } from '../parameters/query.ts'
import { createCachedDocument } from '../response/cached-document.ts'
import { notFound } from '../response/problem.ts'
import { type Endpoint, methodsOf, type Route } from '../routing/route.ts'

/** Parameters of the root route. */
const rootParameters = defineParameters(
  { namespace: categoryShape.name, context: categoryShape.name },
  {
    namespace: { name: 'namespace', default: ({ namespace }) => namespace, text: 'rootNamespace' },
    context: { name: 'context', default: 'view', text: 'rootContext' },
  },
)

/**
 * The route that describes the namespace.
 * @param routes returns the whole table, including this route
 */
export function defineRoot(routes: () => readonly Route[]): Route {
  const document = createCachedDocument((settings, language, fields) => describe({ settings, language, fields }, routes()))
  const endpoint: Endpoint = {
    methods: ['GET'],
    id: 'describeNamespace',
    text: 'describeNamespace',
    permission: 'public',
    query: rootParameters,
    answers: 'Namespace',
    status: 200,
    run: async ({ query, settings, language, calendar }) => {
      ensureShape(rootParameters, query)
      const asked = query['namespace']
      if (asked !== undefined && asked !== settings.namespace) throw notFound()
      return document(settings, language, calendar)
    },
  }
  return { path: '', parameters: [], endpoints: [endpoint] }
}

interface RootContext {
  readonly settings: Settings
  readonly language: string
  /** The declared fields that the caller may read. */
  readonly fields: FieldsByKind
}

function describe({ settings, language, fields }: RootContext, routes: readonly Route[]): JsonObject {
  const { namespace } = settings
  const messages = messagesIn(language, settings)
  const describeEndpoint = (route: Route, endpoint: Endpoint): JsonObject => ({
    methods: endpoint.methods,
    args: {
      ...Object.fromEntries(
        parametersIn(parametersOf(route, endpoint), settings).map((parameter) => [
          parameter.name,
          describeParameter(parameter, messages, settings),
        ]),
      ),
      ...(endpoint.fieldsOf !== undefined && describeFields(endpoint, fields[endpoint.fieldsOf].list, messages)),
    },
  })
  const describeRoute = (route: Route): JsonObject => ({
    namespace,
    methods: methodsOf(route),
    endpoints: route.endpoints.map((endpoint) => describeEndpoint(route, endpoint)),
  })
  return { namespace, routes: Object.fromEntries(routes.map((route) => [`/${namespace}${route.path}`, describeRoute(route)])) }
}

/** All parameters of an endpoint, each name once: a slug in the path hides the one in the body. */
function parametersOf(route: Route, endpoint: Endpoint): readonly Parameter[] {
  const parameters = route.parameters.map((parameter) =>
    parameter.name === 'slug' && endpoint.isSlugOptional === true ? { ...parameter, isRequired: false } : parameter,
  )
  const names = new Set(parameters.map(({ name }) => name))
  return [...parameters, ...[...endpoint.query, ...(endpoint.body ?? [])].filter(({ name }) => !names.has(name))]
}

function describeParameter(parameter: Parameter, messages: Messages, settings: Settings): JsonObject {
  const value = defaultOf(parameter, settings)
  const words = parameter.meta['enum']
  return {
    required: parameter.isRequired,
    ...(parameter.type !== undefined && { type: parameter.type }),
    description: textIn(parameter.text, messages),
    ...(value !== undefined && { default: value }),
    // The wire interface declares integers even for lists that also accept slugs or new records; only lists of strings alone have strings.
    ...(parameter.type === 'array' && { items: { type: hasOnlyStrings(parameter) ? 'string' : 'integer' } }),
    ...(words !== undefined && { enum: words }),
  }
}

/** The declared fields of a body, or the filters by them. */
function describeFields({ body, status }: Endpoint, fields: readonly DeclaredField[], messages: Messages): JsonObject {
  if (fields.length === 0) return {}
  if (body !== undefined) {
    const required = status === 201 && fields.some(isRequired)
    return { custom_fields: { required, type: 'object', description: messages.customFields } }
  }
  const described = listFieldParameters(fields, messages).map(({ name, description, schema: { type, enum: words }, isList }) => {
    const items = { ...(type !== undefined && { type }), ...(words !== undefined && { enum: words }) }
    return [name, { required: false, ...(isList ? { type: 'array', description, items } : { ...items, description }) }]
  })
  return Object.fromEntries(described)
}

/** Whether a list accepts nothing but strings, as a list of authors does in some calendars. */
const hasOnlyStrings = ({ meta: { items } }: Parameter): boolean =>
  typeof items === 'object' && 'type' in Object(items) && Reflect.get(Object(items), 'type') === 'string'
