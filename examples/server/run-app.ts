import { createServer, type Server } from 'node:http'
import { continueOnRead, toNodeListener } from '@kalends/fetch/node'
import type { App } from './app.ts'
import { isRefusal, refusal } from './refusal.ts'
import type { Settings } from './settings.ts'

/** How long the server waits for open requests when it is stopped, in milliseconds. */
const shutdownTimeoutMs = 5_000

/** Starts to listen; resolves when the application serves requests. */
function listen(app: App, settings: Settings): Promise<Server> {
  const { host, port } = settings
  const server = continueOnRead(createServer())
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, settings)))
    server.listen(port, host, () => {
      // The listener is added here because links need the port, which is known only now. No connection can have been accepted before.
      server.on('request', toNodeListener(app.handlerAt(`http://${toAuthority(linkHost(host), portOf(server))}`)))
      resolve(server)
    })
  })
}

function explain(error: Error, { host, port }: Settings): Error {
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return refusal(`PORT cannot be "${port}": another program listens there; give a free one, or 0 for any.`, error)
  if (code === 'EACCES') return refusal(`PORT cannot be "${port}": this user may not open it; give one from 1024 to 65535.`, error)
  return refusal(`HOST cannot be "${host}": give a name or an address of this machine, such as 127.0.0.1 (${error.message}).`, error)
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const toAuthority = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** The host for links: a loopback address in place of one that stands for all addresses. */
const linkHost = (host: string): string => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host

function greet(server: Server, settings: Settings): void {
  const { host, basePath, namespace, languages, store, access, compatibility } = settings
  const port = portOf(server)
  const url = `http://${toAuthority(linkHost(host), port)}`
  const facts = [`store: ${store}`, `access: ${access}`, ...(compatibility === 'none' ? [] : [`compatibility: ${compatibility}`])]
  console.log(`Kalends listens on http://${toAuthority(host, port)} (${facts.join(', ')})
  for people    ${url}/
  for programs  ${url}${basePath}/${namespace}
  documents     ${url}${basePath}/${namespace}/doc${Object.keys(languages)
    .map((language) => `\n                ${url}${basePath}/${language}/${namespace}/doc`)
    .join('')}`)
  if (settings.isAnyHostByDefault)
    console.log(
      'It answers to any host name. HOSTS=calendar.example.org makes it refuse other names, which protects it against DNS rebinding.',
    )
}

/** On the first SIGINT or SIGTERM, finishes the open requests, closes the store and exits. Further signals are ignored. */
function stopOnSignal(server: Server, app: App): void {
  let isStopping = false
  const stop = (): void => {
    if (isStopping) return
    isStopping = true
    // A connection that was busy when the server closed stays open for further requests after its response, so idle ones are closed here.
    setInterval(() => server.closeIdleConnections(), 50).unref()
    setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs).unref()
    server.close(async () => {
      try {
        await app.close()
        process.exit(0)
      } catch (error) {
        console.error(error)
        process.exit(1)
      }
    })
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/**
 * Runs an application until SIGINT or SIGTERM. A setting that cannot be used ends the process with a message of one sentence.
 * @param readSettings reads the settings
 * @param build creates the application
 */
export async function runApp(readSettings: () => Promise<Settings>, build: (settings: Settings) => Promise<App>): Promise<void> {
  try {
    const settings = await readSettings()
    const app = await build(settings)
    const server = await listen(app, settings)
    stopOnSignal(server, app)
    greet(server, settings)
  } catch (error) {
    console.error(isRefusal(error) ? error.message : error)
    process.exit(1)
  }
}
