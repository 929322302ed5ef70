import { connect, createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy for a server on this machine, which can break connections without touching the server. */
export interface Proxy {
  /** Its port on 127.0.0.1, which is the same after `close` and `open`. */
  readonly port: number
  /** Breaks all connections; new ones are possible. */
  cut(): void
  /** Breaks all connections and refuses new ones. */
  close(): Promise<void>
  /** Accepts connections again. */
  open(): Promise<void>
  /** Drops all traffic from now on, in both directions, without closing connections. */
  freeze(): void
  /** Ends `freeze`: breaks all connections, and forwards the traffic of new ones. */
  thaw(): void
}

/** Opens a proxy to the host and port of an address, until the test ends. */
export async function openProxy(address: string): Promise<Proxy> {
  const { hostname, port: target } = new URL(address)
  const sockets = new Set<Socket>()
  let isFrozen = false
  let server: Server | undefined
  let port = 0

  const join = (client: Socket): void => {
    const upstream = connect({ host: hostname, port: Number(target) })
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => isFrozen || to.write(data))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  }
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const open = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const listening = createServer(join).once('error', reject)
      server = listening
      listening.listen(port, '127.0.0.1', () => {
        const address = listening.address()
        port = typeof address === 'object' && address !== null ? address.port : 0
        resolve()
      })
    })
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => {
      if (server === undefined) resolve()
      else server.close(() => resolve())
    })
    server = undefined
    cut()
    await closed
  }

  await open()
  onTestFinished(close)
  return {
    port,
    cut,
    close,
    open,
    freeze: () => {
      isFrozen = true
    },
    thaw: () => {
      isFrozen = false
      cut()
    },
  }
}
