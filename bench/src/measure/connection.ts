import { connect } from 'node:net'

/** A keep-alive connection that sends one request after the other, and parses as little of the responses as possible. */
export interface Connection {
  /**
   * Sends a request and waits for the whole response.
   * @returns its status
   * @throws Error the response has no length and is not chunked, or the server closed the connection
   */
  ask(request: Buffer): Promise<number>
  /** Whether it is still usable: servers close connections that are idle for some seconds. */
  isOpen(): boolean
  /** Closes it. */
  close(): void
}

const headEnd = Buffer.from('\r\n\r\n')

/** The end of the last chunk of a body. JSON never ends like this. */
const lastChunk = '0\r\n\r\n'

/** The bytes of a GET request. */
export const getRequest = (path: string): Buffer => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)

/** The bytes of a POST request with a JSON body. */
export function postRequest(path: string, body: object): Buffer {
  const json = JSON.stringify(body)
  const headers = `Host: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n`
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${headers}\r\n${json}`)
}

/** A response whose head has come: its status, and the length of its body; undefined if it is chunked. */
interface Begun {
  readonly status: number
  readonly length: number | undefined
}

function readHead(head: string): Begun {
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined) return { status, length: Number(length) }
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, length: undefined }
  throw new Error(`A response is not chunked and has no length:\n${head}`)
}

/** Reassembles responses from chunks. @returns a function that takes a chunk, and returns the status of the response that it completes */
function answerReader(): (chunk: Buffer) => number | undefined {
  let head = Buffer.alloc(0)
  let begun: Begun | undefined
  let bytes = 0
  let tail = ''
  return (chunk) => {
    let body = chunk
    if (begun === undefined) {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf(headEnd)
      if (end === -1) return undefined
      begun = readHead(head.toString('latin1', 0, end))
      body = head.subarray(end + headEnd.length)
      head = Buffer.alloc(0)
      bytes = 0
      tail = ''
    }
    const { status, length } = begun
    bytes += body.length
    tail = (tail + body.toString('latin1', Math.max(0, body.length - lastChunk.length))).slice(-lastChunk.length)
    if (length === undefined ? tail !== lastChunk : bytes < length) return undefined
    begun = undefined
    return status
  }
}

/** Opens a connection. It does less than Node's own client, so that the client is never the bottleneck. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let { promise, resolve, reject } = Promise.withResolvers<number>()
  const read = answerReader()
  socket.on('error', (error) => reject(error))
  socket.on('close', () => reject(new Error('The server closed the connection.')))
  socket.once('connect', () => resolve(0))
  await promise
  socket.on('data', (chunk) => {
    try {
      const status = read(chunk)
      if (status !== undefined) resolve(status)
    } catch (error) {
      reject(error)
    }
  })
  return {
    ask: (request) => {
      ;({ promise, resolve, reject } = Promise.withResolvers<number>())
      // A closed socket accepts a write silently, and the response would never come.
      if (socket.writable) socket.write(request)
      else reject(new Error('The server closed the connection.'))
      return promise
    },
    isOpen: () => socket.writable,
    close: () => socket.destroy(),
  }
}
