import { connect, type Socket } from 'node:net'

/** A keep-alive connection that asks for one answer after the other, and reads no more of them than it must. */
export interface Connection {
  /**
   * Sends a request and waits for the whole answer.
   * @throws Error the answer is not the one that is expected, or the server went away
   */
  ask(request: Buffer): Promise<Answer>
  /** Whether it can still be used: servers close connections that are idle for some seconds. */
  isOpen(): boolean
  /** Closes it. */
  close(): void
}

/** An answer, without its bytes. */
export interface Answer {
  /** Its status. */
  readonly status: number
  /** How long its body is. */
  readonly bytes: number
  /** Where a new record is found; empty for other answers. */
  readonly location: string
}

const headEnd = Buffer.from('\r\n\r\n')

/** The bytes of a GET request. */
export const getRequest = (path: string): Buffer => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)

/** The bytes of a request that may have a body of JSON. */
export function request(method: string, path: string, body?: object): Buffer {
  const json = body === undefined ? '' : JSON.stringify(body)
  const headers = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n`
  return Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n${json}`)
}

/** An answer that has begun. */
interface Begun {
  readonly status: number
  /** How long its body is; undefined when it comes in chunks. */
  readonly length: number | undefined
  readonly location: string
}

/** How the last chunk of a body ends. JSON never does. */
const lastChunk = '0\r\n\r\n'

/** What the head of an answer says. */
function readHead(head: string): Begun {
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  const location = /\r\nlocation: *([^\r]+)/i.exec(head)?.[1] ?? ''
  if (status === 304 || status === 204) return { status, length: 0, location }
  if (length !== undefined) return { status, length: Number(length), location }
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, length: undefined, location }
  throw new Error(`An answer does not say how long it is:\n${head}`)
}

/** Puts the pieces of answers together, as far as it must. @returns takes a piece, and gives the answer that it completes */
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

/** Opens a connection. Less than Node's own client does, so that the client is never what is measured. */
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
        // A closed socket takes a write without a word, and the answer would never come.
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
