import { createServer, type Server } from 'node:http'
import { continueOnRead, toNodeListener } from '@kalends/fetch/node'
import type { App } from './app.ts'
import { isRefusal, refusal } from './refusal.ts'
import type { Settings } from './settings.ts'

/** How long requests may take to end when the server is stopped, in milliseconds. */
const patienceMs = 5_000

/** Listens; whoever gets through meets an application that is ready. */
function listen(app: App, settings: Settings): Promise<Server> {
  const { host, port } = settings
  const server = continueOnRead(createServer())
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, settings)))
    server.listen(port, host, () => {
      // Only now the port is known, which every link names, and no connection can have come yet.
      server.on('request', toNodeListener(app.handlerAt(`http://${toAuthority(reachable(host), portOf(server))}`)))
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

/** "All addresses" is nothing that a link can lead to. */
const reachable = (host: string): string => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host

function greet(server: Server, settings: Settings): void {
  const { host, basePath, namespace, languages, store, access } = settings
  const port = portOf(server)
  const url = `http://${toAuthority(reachable(host), port)}`
  console.log(`Kalends listens on http://${toAuthority(host, port)} (store: ${store}, access: ${access})
  for people    ${url}/
  for programs  ${url}${basePath}/${namespace}
  documents     ${url}${basePath}/${namespace}/doc${Object.keys(languages)
    .map((language) => `\n                ${url}${basePath}/${language}/${namespace}/doc`)
    .join('')}`)
  if (settings.isAnyHostByDefault)
    console.log(
      'It answers to any host name: HOSTS=calendar.example.org makes it refuse all others, as pages with a DNS name that leads here.',
    )
}

/** Finishes the requests that are being answered, then closes the store. Keys pressed twice stop it once. */
function stopOnSignal(server: Server, app: App): void {
  let isStopping = false
  const stop = (): void => {
    if (isStopping) return
    isStopping = true
    // A connection that was busy when the server closed stays open afterwards, in case its client has more to ask.
    setInterval(() => server.closeIdleConnections(), 50).unref()
    setTimeout(() => server.closeAllConnections(), patienceMs).unref()
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
 * Runs an application until it is told to stop. What cannot be used is said in one sentence, and ends the process.
 * @param readSettings gives what was asked for
 * @param build gives the application
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
