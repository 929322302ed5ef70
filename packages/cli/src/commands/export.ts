import { extname } from 'node:path'
import { type AccessPolicy, allowAll, type Calendar, publicReadOnly } from '@kalends/core'
import type { Format } from '@kalends/core/format'
import { createHandler } from '@kalends/fetch'
import { formats } from '@kalends/fetch/formats'
import { csv } from '@kalends/formats/csv'
import { geoJson } from '@kalends/formats/geojson'
import { icalendar } from '@kalends/formats/icalendar'
import { jsonLd } from '@kalends/formats/jsonld'
import { type Call, type Command, isGiven, type Outcome, textOf, textsOf } from '../command.ts'
import { withDatabase } from '../database.ts'
import { failure, usage } from '../failure.ts'
import { databaseOptions } from '../options.ts'
import { standardStream, writeDocument } from '../output.ts'

/** A file holds whatever the filters select. */
const maxItems = 1_000_000_000

const known: Readonly<Record<string, () => Format>> = {
  ics: () => icalendar({ maxItems }),
  csv: () => csv({ maxItems }),
  jsonld: () => jsonLd({ maxItems }),
  geojson: () => geoJson({ maxItems }),
}

export const exportCommand: Command = {
  summary: 'Writes events as iCalendar, CSV, JSON-LD or GeoJSON',
  details: [
    'Without FILE, or with -, the document goes to stdout. It has what visitors may see, of all times,',
    'and the filters are those of the REST interface: --filter categories=music --filter from=2031-01-01.',
    'An export is for other programs; kalends archive writes everything that a calendar has.',
  ],
  operands: ['[FILE]'],
  options: {
    ...databaseOptions,
    format: { value: 'FORMAT', among: Object.keys(known), text: 'The format (default: by the name of FILE)' },
    filter: { value: 'NAME=VALUE', isRepeatable: true, text: 'A filter of lists, such as from=2031-01-01; may be repeated' },
    all: { text: 'Also drafts, private and hidden events' },
    'public-url': { value: 'URL', text: 'The address of the calendar, for links and uids (default: http://localhost)' },
  },
  run: (call) => {
    const [file = standardStream] = call.operands
    if (file === standardStream && isGiven(call, 'json')) throw usage('--json needs a FILE, because the document itself goes to stdout.')
    const name = formatName(call, file)
    return withDatabase(call, {}, async ({ calendar }) => {
      const document = await render(call, calendar, name)
      await writeDocument(file, [document], call.signal)
      const isStdoutTaken = file === standardStream
      return {
        report: { file, format: name, bytes: document.length },
        lines: isStdoutTaken ? [] : [`${file} is written.`],
        isStdoutTaken,
      } satisfies Outcome
    })
  },
}

function formatName(call: Call, file: string): string {
  const name = textOf(call, 'format') ?? extname(file).slice(1)
  if (Object.hasOwn(known, name)) return name
  throw usage(`Name the format by --format ${Object.keys(known).join('|')}.`)
}

/** Renders the document as the REST interface would: with the same filters, uids and limits. */
async function render(call: Call, calendar: Calendar, name: string): Promise<Uint8Array> {
  const format = known[name]?.()
  const access: AccessPolicy = isGiven(call, 'all') ? allowAll() : publicReadOnly()
  const publicUrl = textOf(call, 'public-url') ?? 'http://localhost'
  let unexpected: unknown
  const handler = createHandlerFor(calendar, {
    ...{ access, publicUrl, use: [formats(format === undefined ? [] : [format])] },
    onError: (error) => {
      unexpected = error
    },
  })
  const ask = (path: string): Promise<Response> =>
    handler(new Request(new URL(`/calendar/events/v1/${path}`, publicUrl), { signal: call.signal }))
  const filters = textsOf(call, 'filter').map(toFilter)
  if (filters.length > 0) requireKnownFilters(filters, await (await ask('doc')).json(), `/calendar/events/v1/events.${name}`)
  const query = new URLSearchParams([
    ...Object.entries({ window: 'all', ...(isGiven(call, 'all') && { status: 'any', hidden: 'include' }) }),
    ...filters,
  ])
  const response = await ask(`events.${name}?${query}`)
  if (response.ok) return new Uint8Array(await response.arrayBuffer())
  if (unexpected !== undefined) throw unexpected
  const { message, data }: { message: string; data: { params?: Readonly<Record<string, string>> } } = JSON.parse(await response.text())
  const params = Object.entries(data.params ?? {}).map(([param, reason]) => `${param} ${reason}`)
  throw response.status === 400 ? usage(`The filters are not valid: ${params.join(', ')}.`) : failure('failed', message)
}

function toFilter(text: string): [name: string, value: string] {
  const at = text.indexOf('=')
  if (at < 1) throw usage(`--filter must be NAME=VALUE, not ${JSON.stringify(text)}.`)
  return [text.slice(0, at), text.slice(at + 1)]
}

/** The part of the OpenAPI document that names the filters of a list. */
interface FilterDocument {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly parameters?: readonly { readonly name: string; readonly in: string }[] } }>
  >
}

/** The interface ignores parameters that it does not know; a person wants to know of a misspelt one. */
function requireKnownFilters(filters: readonly (readonly [string, string])[], { paths }: FilterDocument, path: string): void {
  const names = paths[path]?.get?.parameters?.flatMap(({ name, in: place }) => (place === 'query' ? [name] : [])) ?? []
  const unknown = filters.find(([name]) => !names.includes(name))
  if (unknown !== undefined) throw usage(`There is no filter ${JSON.stringify(unknown[0])}; there are ${names.join(', ')}.`)
}

function createHandlerFor(calendar: Calendar, options: Parameters<typeof createHandler>[1]): ReturnType<typeof createHandler> {
  try {
    return createHandler(calendar, options)
  } catch (error) {
    throw error instanceof TypeError ? usage(error.message) : error
  }
}
