import type { Calendar } from '@kalends/core'
import { categoryShape } from '@kalends/core'
import { type Argument, defineArguments, isList, metaOf } from '../argument.ts'
import type { JsonObject, JsonValue } from '../json.ts'
import { en, type Messages } from '../messages/en.ts'
import { notFound } from '../problem.ts'
import type { Call, Endpoint, Route } from '../route.ts'

/** The parameters of the root route; `namespace` has the configured one as its default. */
const rootArguments = defineArguments({ namespace: categoryShape.name, context: categoryShape.name }, [
  { name: 'namespace', text: 'rootNamespace' },
  { name: 'context', default: 'view', text: 'rootContext' },
])

/**
 * The route that describes the namespace.
 * @param routes gives the whole table, this route included
 */
export function defineRoot(routes: () => readonly Route[]): Route {
  const endpoint: Endpoint = {
    methods: ['GET'],
    id: 'describeNamespace',
    text: 'describeNamespace',
    permission: 'reads what the caller may see',
    query: rootArguments,
    answers: 'Namespace',
    status: 200,
    run: async (call) => ({ body: describe(call, routes()) }),
  }
  return { path: '', parameters: [], endpoints: [endpoint] }
}

function describe({ query, settings, calendar, language }: Call, routes: readonly Route[]): JsonObject {
  const { namespace } = settings
  const asked = query['namespace']
  if (asked !== undefined && asked !== namespace) throw notFound()
  const messages = settings.messages.get(language) ?? en
  const describeEndpoint = (route: Route, endpoint: Endpoint): JsonObject => ({
    methods: endpoint.methods,
    args: Object.fromEntries(
      argumentsOf(route, endpoint).map((argument) => [
        argument.name,
        describeArgument(argument.name === 'namespace' ? { ...argument, default: namespace } : argument, messages, calendar),
      ]),
    ),
  })
  return {
    namespace,
    routes: Object.fromEntries(
      routes.map((route) => [
        `/${namespace}${route.path}`,
        {
          namespace,
          methods: route.endpoints.flatMap(({ methods }) => methods),
          endpoints: route.endpoints.map((endpoint) => describeEndpoint(route, endpoint)),
        },
      ]),
    ),
  }
}

/** All arguments of an endpoint, each name once: a slug in the path hides the one in the body. */
function argumentsOf(route: Route, endpoint: Endpoint): readonly Argument[] {
  const parameters = route.parameters.map((parameter) =>
    parameter.name === 'slug' && endpoint.isSlugOptional === true ? { ...parameter, isRequired: false } : parameter,
  )
  const names = new Set(parameters.map(({ name }) => name))
  return [...parameters, ...[...endpoint.query, ...(endpoint.body ?? [])].filter(({ name }) => !names.has(name))]
}

function describeArgument(argument: Argument, messages: Messages, calendar: Calendar): JsonObject {
  const value = typeof argument.default === 'function' ? argument.default(calendar) : argument.default
  const words = metaOf(argument)['enum']
  return {
    required: argument.isRequired,
    ...(argument.type !== undefined && { type: argument.type }),
    description: messages[argument.text],
    ...(value !== undefined && { default: value }),
    ...(argument.type === 'array' && { items: { type: 'integer' } }),
    ...(isWords(words) && !isList(argument) && { enum: words }),
  }
}

const isWords = (value: unknown): value is readonly JsonValue[] => Array.isArray(value) && value.every((word) => typeof word === 'string')
