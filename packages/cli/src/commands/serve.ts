import { createServer, type Server } from 'node:http'
import { allowAll, publicReadOnly } from '@kalends/core'
import { createHandler, type Extension, type Handler } from '@kalends/fetch'
import { changes } from '@kalends/fetch/changes'
import { cors } from '@kalends/fetch/cors'
import { formats } from '@kalends/fetch/formats'
import { fullcalendar } from '@kalends/fetch/fullcalendar'
import { hosts } from '@kalends/fetch/hosts'
import { idempotency } from '@kalends/fetch/idempotency'
import { continueOnRead, toNodeListener } from '@kalends/fetch/node'
import { atom } from '@kalends/formats/atom'
import { csv } from '@kalends/formats/csv'
import { geoJson } from '@kalends/formats/geojson'
import { icalendar } from '@kalends/formats/icalendar'
import { jsonFeed } from '@kalends/formats/jsonfeed'
import { jsonLd } from '@kalends/formats/jsonld'
import { rss } from '@kalends/formats/rss'
import { type Call, type Command, textOf, textsOf } from '../command.ts'
import { type Database, withDatabase } from '../database.ts'
import { failure, messageOf, usage } from '../failure.ts'
import { databaseOptions } from '../options.ts'

const policies = { 'read-only': publicReadOnly, open: allowAll } as const

/** How long the server waits for open requests when it is stopped, in milliseconds. */
const shutdownTimeoutMs = 1_000

export const serve: Command = {
  summary: 'Serves the REST interface and all formats of a calendar',
  details: [
    'Visitors read what is published. --access open lets everybody write: for a machine of your own alone.',
    'Ctrl-C finishes the open requests, and ends the server.',
  ],
  operands: [],
  options: {
    ...databaseOptions,
    host: { value: 'NAME', text: 'The address to listen on (default: 127.0.0.1)' },
    port: { value: 'NUMBER', text: 'The port; 0 for a free one (default: 3000)' },
    access: { value: 'POLICY', among: Object.keys(policies), text: 'Who may do what (default: read-only)' },
    'public-url': { value: 'URL', text: 'The address at which clients reach it (default: the address that it listens on)' },
    'allowed-host': { value: 'NAME', isRepeatable: true, text: 'A further host name to answer to; may be repeated' },
    'allowed-origin': { value: 'ORIGIN', isRepeatable: true, text: 'An origin whose pages may read responses; may be repeated' },
  },
  run: (call) => {
    const port = readPort(textOf(call, 'port') ?? '3000')
    return withDatabase(call, { isServer: true }, (database) => run(call, database, port))
  },
}

function readPort(text: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw usage(`--port must be a whole number from 0 to 65535, not ${JSON.stringify(text)}.`)
}

async function run(call: Call, { calendar }: Database, port: number): Promise<{ report: object; lines: string[] }> {
  const host = textOf(call, 'host') ?? '127.0.0.1'
  const server = continueOnRead(createServer())
  await listen(server, host, port)
  try {
    const url = `http://${toAuthority(linkHosts[host] ?? host, portOf(server))}`
    const handler = toHandler(call, calendar, textOf(call, 'public-url') ?? url)
    // The listener is added here because links need the port, which is known only now. No connection can have been accepted before.
    server.on('request', toNodeListener(handler))
    process.stderr.write(`Kalends listens on ${url}/calendar/events/v1 (access: ${textOf(call, 'access') ?? 'read-only'}).\n`)
    await new Promise((resolve) => call.signal.addEventListener('abort', resolve, { once: true }))
  } finally {
    await close(server)
  }
  return { report: {}, lines: [] }
}

function toHandler(call: Call, calendar: Database['calendar'], publicUrl: string): Handler {
  const origins = textsOf(call, 'allowed-origin')
  const access = policies[textOf(call, 'access') === 'open' ? 'open' : 'read-only']()
  const use = (): readonly Extension[] => [
    ...(origins.length > 0 ? [cors({ origins })] : []),
    hosts(textsOf(call, 'allowed-host')),
    formats([icalendar(), jsonLd(), geoJson(), rss(), atom(), jsonFeed(), csv()]),
    ...[fullcalendar(), changes(), idempotency()],
  ]
  try {
    return createHandler(calendar, {
      access,
      publicUrl,
      use: use(),
      onError: (error) => void process.stderr.write(`${messageOf(error)}\n`),
    })
  } catch (error) {
    throw error instanceof TypeError ? usage(error.message) : error
  }
}

/** Hosts that stand for all addresses, and the ones that links name instead. */
const linkHosts: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

const toAuthority = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(failure('failed', `The server cannot listen on ${toAuthority(host, port)}: ${messageOf(error)}`, error)),
    )
    server.listen(port, host, resolve)
  })

/** Finishes the open requests. A connection that was busy stays open after its response, so idle ones are closed meanwhile. */
function close(server: Server): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const late = setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs)
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(idle)
      clearTimeout(late)
      resolve()
    })
  })
}
