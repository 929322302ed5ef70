import { connect, type Socket } from 'node:net'

/** A keep-alive connection that sends one request after the other, and parses as little of the responses as possible. */
export interface Connection {
  /**
   * Sends a request and waits for the whole response.
   * @throws Error the response has no length and is not chunked, or the server closed the connection
   */
  ask(request: Buffer): Promise<Answer>
  /** Whether it is still usable: servers close connections that are idle for some seconds. */
  isOpen(): boolean
  /** Closes it. */
  close(): void
}

/** A response without its body. */
export interface Answer {
  /** Its status. */
  readonly status: number
  /** The length of its body as sent: of a chunked body with the sizes and line ends of the chunks. */
  readonly bytes: number
  /** The location of a new record; empty for other responses. */
  readonly location: string
}

const headEnd = Buffer.from('\r\n\r\n')

/** The bytes of a GET request. */
export const getRequest = (path: string): Buffer => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)

/** The bytes of a request that may have a JSON body. */
export function request(method: string, path: string, body?: object): Buffer {
  const json = body === undefined ? '' : JSON.stringify(body)
  const headers = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n`
  return Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n${json}`)
}

/** A partial response. */
interface Begun {
  readonly status: number
  /** The length of its body; undefined if it is chunked. */
  readonly length: number | undefined
  readonly location: string
}

/** The end of the last chunk of a body. JSON never ends like this. */
const lastChunk = '0\r\n\r\n'

/** Parses the head of a response. */
function readHead(head: string): Begun {
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  const location = /\r\nlocation: *([^\r]+)/i.exec(head)?.[1] ?? ''
  if (status === 304 || status === 204) return { status, length: 0, location }
  if (length !== undefined) return { status, length: Number(length), location }
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, length: undefined, location }
  throw new Error(`A response is not chunked and has no length:\n${head}`)
}

/** Reassembles responses from pieces. @returns a function that takes a piece, and returns the response that this piece completes */
function answerReader(): (piece: Buffer) => Answer | undefined {
  let head = Buffer.alloc(0)
  let begun: Begun | undefined
  let bytes = 0
  let tail = ''
  return (piece) => {
    let body = piece
    if (begun === undefined) {
      head = Buffer.concat([head, piece])
      const end = head.indexOf(headEnd)
      if (end === -1) return undefined
      begun = readHead(head.toString('latin1', 0, end))
      body = head.subarray(end + headEnd.length)
      head = Buffer.alloc(0)
      bytes = 0
      tail = ''
    }
    bytes += body.length
    if (begun.length === undefined)
      tail = (tail + body.toString('latin1', Math.max(0, body.length - lastChunk.length))).slice(-lastChunk.length)
    if (begun.length === undefined ? tail !== lastChunk : bytes < begun.length) return undefined
    const { status, location } = begun
    begun = undefined
    return { status, bytes, location }
  }
}

/** Opens a connection. It does less than Node's own client, so that the client is never the bottleneck. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = await opened(port)
  let resolve: (answer: Answer) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const read = answerReader()
  socket.on('data', (piece) => {
    try {
      const answer = read(piece)
      if (answer !== undefined) resolve(answer)
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)))
    }
  })
  socket.on('error', (error) => reject(error))
  socket.on('close', () => reject(new Error('The server closed the connection.')))
  return {
    ask: (request) =>
      new Promise((done, failed) => {
        resolve = done
        reject = failed
        // A closed socket accepts a write silently, and the response would never come.
        if (socket.writable) socket.write(request)
        else failed(new Error('The server closed the connection.'))
      }),
    isOpen: () => socket.writable,
    close: () => socket.destroy(),
  }
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(socket)
    })
  })
}
