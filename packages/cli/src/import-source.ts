import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { toEventInput } from '@kalends/formats/csv'
import type { ImportItem } from '@kalends/import'
import type { ReadCsvOptions } from '@kalends/import/csv'
import { type Call, textOf, textsOf } from './command.ts'
import { failure, messageOf, usage } from './failure.ts'
import { withFile } from './input.ts'
import { isCompressed, standardStream } from './output.ts'

/** The formats that can be imported. */
export const importFormats = ['ics', 'csv', 'jsonld', 'the-events-calendar'] as const

type ImportFormat = (typeof importFormats)[number]

type Octets = AsyncIterable<Uint8Array>

/** The longest wait for an answer of a site, in milliseconds. */
const answerTimeoutMs = 30_000

/** The longest silence of stdin, in milliseconds: the program in front of the pipe may compute for long. */
const idleOfPipeMs = 3_600_000

/**
 * The address that a FILE is, if it is one; a subscription begins with `webcal:`.
 * @throws usage it is not valid, or has a password
 */
export function addressOf(file: string): URL | undefined {
  const text = file.replace(/^webcal:/i, 'https:')
  if (!/^https?:/i.test(text)) return undefined
  if (!URL.canParse(text)) throw usage('The address is not valid.')
  const address = new URL(text)
  if (`${address.username}${address.password}` !== '') throw usage('An address cannot have a user and a password in it.')
  return address
}

/** A part of a path that nobody can guess: of at least 16 characters, with a digit. */
const secretPart = /[^/]{16,}/g

/**
 * The name of an address as a source, and in messages: without its query, and without what may be a secret in its path. A digest of the whole
 * address then tells it from others.
 */
export function nameOfAddress(address: URL): string {
  const path = address.pathname.replace(secretPart, (part) => (/\d/.test(part) ? '…' : part))
  const shown = `${address.origin}${path}`
  return address.search === '' && path === address.pathname
    ? shown
    : `${shown} (${createHash('sha256').update(address.href).digest('hex').slice(0, 12)})`
}

/** Opens a source, and lets the work import its items. */
export async function withItems<T>(
  call: Call,
  file: string,
  zone: string,
  work: (items: AsyncIterable<ImportItem>) => Promise<T>,
): Promise<T> {
  const address = addressOf(file)
  const given = importFormats.find((format) => format === textOf(call, 'format')) ?? formatByName(address?.pathname ?? file)
  if (given === 'the-events-calendar') return work(await readSite(call, address))
  if (address === undefined)
    return withFile(file, async (octets) => work(await readOctets(call, octets, given, { zone, isPipe: file === standardStream })))
  const response = await ask(call, address)
  const body = response.body ?? new Blob().stream()
  // Some servers say that they have compressed a file for the transfer: then it arrives decompressed.
  const isPacked = isCompressed(address.pathname) && !response.headers.has('content-encoding')
  const octets = isPacked ? body.pipeThrough(new DecompressionStream('gzip')) : body
  return work(await readOctets(call, octets, given ?? formatByType(response), { zone, isPipe: false, address }))
}

const byExtension: Readonly<Record<string, ImportFormat>> = {
  ...{ '.ics': 'ics', '.ical': 'ics', '.csv': 'csv' },
  ...{ '.jsonld': 'jsonld', '.json': 'jsonld', '.html': 'jsonld', '.htm': 'jsonld' },
}

const byType: Readonly<Record<string, ImportFormat>> = {
  ...{ 'text/calendar': 'ics', 'text/csv': 'csv' },
  ...{ 'application/ld+json': 'jsonld', 'application/json': 'jsonld', 'text/html': 'jsonld' },
}

const formatByName = (name: string): ImportFormat | undefined => byExtension[extname(name.replace(/\.gz$/, '')).toLowerCase()]

const formatByType = ({ headers }: Response): ImportFormat | undefined =>
  byType[headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '']

/** Waits for the answer alone: its body may be long, and readers watch over its pauses. */
async function ask({ signal }: Call, address: URL): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error(`no answer for ${answerTimeoutMs / 1_000} seconds`)), answerTimeoutMs)
  try {
    const response = await fetch(address, { signal: AbortSignal.any([signal, late.signal]) })
    if (response.ok) return response
    throw new Error(`it answers ${response.status}`)
  } catch (error) {
    // `fetch failed` has the reason as its cause.
    const reason = error instanceof TypeError && error.cause !== undefined ? error.cause : error
    throw failure('failed', `${nameOfAddress(address)} cannot be read: ${messageOf(reason)}`, error)
  } finally {
    clearTimeout(timer)
  }
}

/** What a reader has to know beside the options of the call. */
interface Reading {
  /** The time zone of the calendar. */
  readonly zone: string
  readonly isPipe: boolean
  /** The address of the octets, if they have one. */
  readonly address?: URL
}

/** The readers are loaded on demand: each has tables of its own. */
async function readOctets(
  call: Call,
  octets: Octets,
  format: ImportFormat | undefined,
  { zone, isPipe, address }: Reading,
): Promise<AsyncIterable<ImportItem>> {
  if (format !== undefined) requireOptionsOf(call, format)
  const limits = { signal: call.signal, ...(isPipe && { idleMs: idleOfPipeMs }) }
  switch (format) {
    case 'ics': {
      const { readIcalendar } = await import('@kalends/import/icalendar')
      return readIcalendar(octets, {
        ...limits,
        calendarZone: zone,
        categories: textOf(call, 'categories') === 'tags' ? 'tags' : 'categories',
      })
    }
    case 'csv': {
      const { readCsv } = await import('@kalends/import/csv')
      return withUsage(() => readCsv(octets, { ...limits, ...csvOptions(call) }))
    }
    case 'jsonld': {
      const { readJsonLd } = await import('@kalends/import/json-ld')
      return readJsonLd(octets, { ...limits, timeZone: zone, ...(address !== undefined && { url: address.href }) })
    }
    default:
      throw usage(`Name the format by --format ${importFormats.join('|')}.`)
  }
}

async function readSite(call: Call, address: URL | undefined): Promise<AsyncIterable<ImportItem>> {
  if (address === undefined) throw usage('--format the-events-calendar needs the address of a site.')
  requireOptionsOf(call, 'the-events-calendar')
  const { readTheEventsCalendar } = await import('@kalends/import/the-events-calendar')
  const username = textOf(call, 'user')
  const password = call.environment['KALENDS_PASSWORD'] ?? ''
  if (username !== undefined && password === '') throw usage('--user needs the password of the user in the variable KALENDS_PASSWORD.')
  return withUsage(() =>
    readTheEventsCalendar(address.href, { signal: call.signal, ...(username !== undefined && { auth: { username, password } }) }),
  )
}

/** The formats of the options that not all of them have. */
const formatOf: Readonly<Record<string, ImportFormat>> = { categories: 'ics', column: 'csv', dates: 'csv', user: 'the-events-calendar' }

/** @throws usage an option has no meaning for the format */
function requireOptionsOf({ given }: Call, format: ImportFormat): void {
  for (const [option, only] of Object.entries(formatOf))
    if (given[option] !== undefined && only !== format) throw usage(`--${option} is for the format ${only}, and the source is ${format}.`)
}

/** A reader throws what its options say wrongly before it reads. */
function withUsage<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof TypeError ? usage(error.message.replace(/^read[A-Za-z]+(?:: | )/, '')) : error
  }
}

/** The columns of a table, which the call names; without, those of an export of Kalends. */
function csvOptions(call: Call): ReadCsvOptions {
  const columns = textsOf(call, 'column').map((text) => {
    const at = text.indexOf('=')
    if (at < 1) throw usage(`--column must be MEMBER=NAME, such as start=Beginn, not ${JSON.stringify(text)}.`)
    return [text.slice(0, at), text.slice(at + 1)] as const
  })
  const dates = textsOf(call, 'dates')
  if (columns.length === 0 && dates.length > 0) throw usage('--dates needs --column: an export of Kalends has dates of its own.')
  if (columns.length === 0) return { row: toEventInput }
  // The reader checks the names of members and forms, and says which there are.
  const named = Object.fromEntries(columns) as unknown as ReadCsvOptions['columns']
  return { columns: named, ...(dates.length > 0 && { dates: dates as unknown as ReadCsvOptions['dates'] }) }
}
