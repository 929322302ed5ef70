import { connect, type Socket } from 'node:net'

/** A keep-alive connection that asks for one answer after the other, and reads no more of them than it must. */
export interface Connection {
  /**
   * Sends a request and waits for the whole answer.
   * @throws Error the answer is not the one that is expected, or the server went away
   */
  ask(request: Buffer): Promise<Answer>
  /** Closes it. */
  close(): void
}

/** An answer, without its bytes. */
export interface Answer {
  /** Its status. */
  readonly status: number
  /** How long its body is. */
  readonly bytes: number
}

const headEnd = Buffer.from('\r\n\r\n')

/** The bytes of a GET request. */
export const getRequest = (path: string, headers = ''): Buffer => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`)

/** What the head of an answer says. */
function readHead(head: string): Answer {
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined && status !== 304 && status !== 204) throw new Error(`An answer has no length:\n${head}`)
  return { status, bytes: status === 304 ? 0 : Number(length ?? 0) }
}

/** Opens a connection. Less than Node's own client does, so that the client is never what is measured. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = await opened(port)
  let resolve: (answer: Answer) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  let head: Buffer | undefined
  let answer: Answer | undefined
  let missing = 0
  const take = (chunk: Buffer): void => {
    let rest = chunk.length
    if (answer === undefined) {
      head = head === undefined ? chunk : Buffer.concat([head, chunk])
      const end = head.indexOf(headEnd)
      if (end === -1) return
      answer = readHead(head.toString('latin1', 0, end))
      missing = answer.bytes
      rest = head.length - end - headEnd.length
      head = undefined
    }
    missing -= rest
    if (missing > 0) return
    const whole = answer
    answer = undefined
    resolve(whole)
  }
  socket.on('data', (chunk) => {
    try {
      take(chunk)
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
        socket.write(request)
      }),
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
