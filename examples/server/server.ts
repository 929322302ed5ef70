import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeListener } from '@kalends/fetch/node'
import { type App, buildApp } from './app.ts'
import { readSettings, SettingError } from './settings.ts'

/** Starts the server and gives what stops it. */
async function start(): Promise<() => Promise<void>> {
  const settings = readSettings(process.env)
  let app: App | undefined
  const starting = new Response('Starting', { status: 503, headers: { 'retry-after': '1' } })
  const server = createServer(toNodeListener(async (request) => (app === undefined ? starting.clone() : app.fetch(request))))
  // The port is known only when it is open, and every link names it.
  const port = await listen(server, settings.port, settings.host)
  const publicUrl = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`
  app = await buildApp(settings, publicUrl)
  console.log(`Kalends listens on ${publicUrl}`)
  console.log(`  for people    ${publicUrl}/`)
  console.log(`  for programs  ${publicUrl}${settings.basePath}/${settings.namespace}/events`)
  const { close } = app
  return async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeIdleConnections()
      setTimeout(() => server.closeAllConnections(), 2_000).unref()
    })
    await close()
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address: AddressInfo | string | null = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function explain(error: unknown): string {
  if (error instanceof SettingError) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return 'PORT is in use by another program: give another one, or 0 for any.'
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'HOST is not an address of this machine.'
  return `The server cannot start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}

try {
  const stop = await start()
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
