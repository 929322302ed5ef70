import { issueMessages } from '@kalends/core/internal'
import type { Handler } from '../../src/index.ts'
import { type Document, errorsOf, nameOf, type Operation, type Parameter, readDocument, type Schema } from './document.ts'
import { prepareExamples, type Sent } from './examples.ts'

const namespace = '/calendar/events/v1'

/** Methods of a path with the same behaviour. */
interface Entry {
  readonly methods: readonly string[]
  readonly path: string
  readonly operation: Operation
  readonly parameters: readonly Parameter[]
}

/** Renders `docs/http/rest-reference.md` from the OpenAPI document and from the responses to the examples. */
export async function toReference(): Promise<string> {
  const { handler, formatHandler, send } = await prepareExamples()
  const document = readDocument(handler)
  const sections: string[] = []
  for (const [title, prefix, schemas] of kinds) {
    sections.push(`## ${title}`)
    for (const entry of entriesOf(document, prefix)) sections.push(await toSection(document, entry, send))
    for (const schema of schemas) sections.push(toFields(document, schema))
  }
  sections.push(await toFormats(document, formatHandler))
  sections.push('## Parts of answers', ...parts.map((schema) => toFields(document, schema)), toIssues())
  return `${[introduction, ...sections].join('\n\n')}\n`
}

/** The closed table of the codes of issues. */
const toIssues = (): string =>
  [
    '## Codes of issues',
    'Names in braces are parameters, which are members of the issue; a part in square brackets around one is there only with it.',
    `| code | message |\n| --- | --- |\n${Object.entries(issueMessages)
      .map(([code, message]) => `| \`${code}\` | ${message} |`)
      .join('\n')}`,
  ].join('\n\n')

const kinds: readonly (readonly [title: string, prefix: string, schemas: readonly string[]])[] = [
  ['The service itself', '', []],
  ['Events', '/events', ['EventInput', 'Event', 'FullcalendarItem']],
  ['Venues', '/venues', ['VenueInput', 'Venue']],
  ['Organizers', '/organizers', ['OrganizerInput', 'Organizer']],
  ['Categories', '/categories', ['CategoryInput', 'Category']],
  ['Tags', '/tags', ['TagInput', 'Tag']],
  ['Changes', '/changes', ['Changes', 'Change']],
]

const parts = [
  'EmbeddedCategory',
  'EmbeddedTag',
  'DateDetails',
  'CostDetails',
  'Recurrence',
  'Image',
  'TermUrls',
  'FullcalendarProps',
  'FullcalendarTerm',
  'FullcalendarVenue',
  'FullcalendarOrganizer',
  'Problem',
  'ProblemData',
  'Issue',
  'Denied',
]

const introduction = `# REST reference

Every operation, made from the OpenAPI document that the service answers at \`/doc\`. The requests were sent to [the demo season](../../packages/testing/README.md) on 11 June 2031, and these are their answers;
a test sends them again and compares the page. It is written by \`KALENDS_WRITE=1 pnpm exec vitest run --project fetch test/reference\`.

[By curl](by-curl.md) has the commands for a record of each kind. [The REST interface](rest-api.md) says what holds everywhere: bodies, lists in a query, conditions, languages. \`$API\` is the address with the namespace, \`https://example.org${namespace}\`.

Every operation can also answer 500 [\`internal\`](../guide/errors.md#internal) and 503 [\`unavailable\`](../guide/errors.md#unavailable). A path takes \`OPTIONS\`, and \`HEAD\` where it takes \`GET\`; other methods are 405 [\`method_not_allowed\`](../guide/errors.md#method_not_allowed).
What is left out of an answer is said in a comment.`

/** The operations that formats add, read from the document of a service with formats. */
async function toFormats({ paths }: Document, handler: Handler): Promise<string> {
  const added = Object.entries(readDocument(handler).paths).filter(([path]) => !(path in paths))
  const typeOf = (path: string): string =>
    Object.keys(added.find(([other]) => other === path)?.[1]['get']?.responses['200']?.content ?? {})[0] ?? ''
  const rows = new Map<string, string[]>()
  for (const [path] of added) {
    const type = typeOf(path)
    rows.set(type, [...(rows.get(type) ?? []), `\`GET ${path.slice(namespace.length)}\``])
  }
  const path = '/events/by-slug/town-fair-parade.ics'
  const response = await handler(new Request(`https://example.org${namespace}${path}`))
  return [
    '## Formats',
    `A service has these operations only for the [formats](formats.md) that its handler is given; its own \`/doc\` has them, too. These are the operations of all formats of \`@kalends/formats\`:`,
    toTable(
      ['answers', 'operations'],
      [...rows].map(([type, operations]) => [`\`${type}\``, operations.join(', ')]),
    ),
    `Lists take the parameters of the same list as JSON, without ${ignoredBy(paths, added).join(', ')}. Errors are JSON, and those of the same operation as JSON.`,
    `\`\`\`sh\ncurl $API${path}\n\`\`\``,
    `Answers ${response.status}:`,
    `\`\`\`text\n${(await response.text()).replaceAll('\r\n', '\n').trimEnd()}\n\`\`\``,
  ].join('\n\n')
}

/** The parameters of lists that formats do not take. */
function ignoredBy(paths: Document['paths'], added: readonly (readonly [string, Document['paths'][string]])[]): readonly string[] {
  const namesOf = (item: Document['paths'][string] | undefined): readonly string[] =>
    item?.['get']?.parameters.map(({ name }) => name) ?? []
  const lists = added.filter(([path]) => !path.includes('{'))
  const missing = lists.flatMap(([path, item]) => {
    const taken = new Set(namesOf(item))
    return namesOf(paths[path.replace(/\.[a-z]+$/, '')]).filter((name) => !taken.has(name))
  })
  return [...new Set(missing)].map((name) => `\`${name}\``)
}

/** The operations of the paths below a prefix, with equal ones merged. */
function entriesOf({ paths }: Document, prefix: string): readonly Entry[] {
  return Object.entries(paths).flatMap(([full, { parameters: common = [], ...operations }]) => {
    const path = full.slice(namespace.length)
    const isBelow = prefix === '' ? !kinds.some(([, other]) => other !== '' && path.startsWith(other)) : `${path}/`.startsWith(`${prefix}/`)
    if (!isBelow) return []
    const methods = Object.entries(operations)
    return [...new Set(methods.map(([, { summary }]) => summary))].flatMap((summary): readonly Entry[] => {
      const same = methods.filter(([, other]) => other.summary === summary)
      const operation = same[0]?.[1]
      if (operation === undefined) return []
      const parameters = [...common, ...operation.parameters]
      return [{ methods: same.map(([method]) => method.toUpperCase()), path, operation, parameters }]
    })
  })
}

async function toSection(document: Document, entry: Entry, send: (key: string) => Promise<Sent>): Promise<string> {
  const { methods, path, operation, parameters } = entry
  const method = methods.includes('PATCH') ? 'PATCH' : (methods[0] ?? '')
  const { command, status, answer } = await send(`${method} ${path}`)
  const body = operation.requestBody?.content['application/json'].schema
  const errors = errorsOf(document, operation).flatMap(([code, codes]) =>
    codes.map((name) => `${code} [\`${name}\`](../guide/errors.md#${name})`),
  )
  return [
    `### ${methods.join(', ')} ${path === '' ? namespace : path}`,
    `${operation.summary}.`,
    ...(parameters.length === 0 ? [] : [toTable(['parameter', 'in', 'type', 'default', 'meaning'], parameters.map(toParameterRow))]),
    ...(body?.$ref === undefined ? [] : [toBody(nameOf(body.$ref), entry)]),
    `\`\`\`sh\n${command}\n\`\`\``,
    `Answers ${status}${toAnswerName(operation)}:`,
    `\`\`\`jsonc\n${answer}\n\`\`\``,
    ...(errors.length === 0 ? [] : [`Errors: ${errors.join(', ')}.`]),
  ].join('\n\n')
}

function toBody(schema: string, { methods }: Entry): string {
  const input = schema.replace(/Patch$/, 'Input')
  const link = `[\`${input}\`](#${input.toLowerCase()})`
  return methods.includes('PATCH') ? `Body: any fields of ${link}.` : `Body: ${link}.`
}

function toAnswerName({ responses }: Operation): string {
  const schema = Object.entries(responses).find(([status]) => /^2/.test(status))?.[1].content?.['application/json'].schema
  const name = schema?.$ref === undefined ? '' : nameOf(schema.$ref)
  return kinds.some(([, , schemas]) => schemas.includes(name)) ? ` with [\`${name}\`](#${name.toLowerCase()})` : ''
}

const toParameterRow = ({ name, in: place, required, description, schema }: Parameter): readonly string[] => [
  `\`${name}\``,
  place,
  toType(schema),
  schema.default === undefined ? (required ? 'required' : '') : toDefault(schema.default),
  description,
]

/** The fields of a schema. */
function toFields({ components }: Document, name: string): string {
  const { properties = {}, required = [] } = components.schemas[name] ?? {}
  const isInput = name.endsWith('Input')
  const rows = Object.entries(properties).map(([field, schema]): readonly string[] => [
    `\`${field}\``,
    toType(schema),
    ...(isInput ? [required.includes(field) ? 'required' : schema.default === undefined ? '' : toDefault(schema.default)] : []),
    schema.description ?? '',
  ])
  return `### ${name}\n\n${toTable(isInput ? ['field', 'type', 'default', 'meaning'] : ['field', 'type', 'meaning'], rows)}`
}

const toDefault = (value: unknown): string => `\`${String(value)}\``

/** A short description of a schema. */
function toType(schema: Schema): string {
  const { $ref, type, enum: words, items, anyOf, oneOf, maxLength } = schema
  if ($ref !== undefined) return `[\`${nameOf($ref)}\`](#${nameOf($ref).toLowerCase()})`
  if (schema.const !== undefined) return `\`${String(schema.const)}\``
  if (words !== undefined && words.length > 8)
    return `one of the [codes](${words.length > 100 ? '#codes-of-issues' : '../guide/errors.md'})`
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(', ')
  const choices = anyOf ?? oneOf
  if (choices !== undefined) return [...new Set(choices.map(toType))].join(', ')
  if (type === 'array')
    return `list of ${items === undefined ? 'values' : toType(items)}${schema.maxItems === undefined ? '' : `, at most ${schema.maxItems}`}`
  if (type === 'object') return schema.required?.length === 1 ? `\`{ ${schema.required[0]} }\`` : 'object'
  const names = type === undefined ? 'any' : [type].flat().join(', ')
  const [low, high] = [schema.minimum, schema.maximum].map((bound) => (bound === undefined || Math.abs(bound) > 1e15 ? undefined : bound))
  const range = low !== undefined && high !== undefined ? `, ${low} to ${high}` : low !== undefined && low > 0 ? ` from ${low}` : ''
  return `${names}${range}${maxLength === undefined ? '' : `, at most ${maxLength}`}`
}

const toTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')
