import { connect } from 'node:net'

/** A response as a connection delivers it. */
export interface RawAnswer {
  /** The HTTP status; 100 to 199 are interim responses. */
  readonly status: number
  /** Headers, by names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The bytes of the body as a string. */
  readonly body: string
}

/** A connection over which a test sends raw bytes. */
export interface RawConnection {
  /** Sends bytes; resolves when they have left this process. @throws the connection broke */
  write(bytes: string | Uint8Array): Promise<void>
  /** Reads the next response, with its body. HTTP/1 with `Content-Length` only. @throws the connection ended before */
  answer(): Promise<RawAnswer>
  /** Half-closes the connection: no more is sent, but responses can still be read. */
  endWriting(): void
  /** Stops reading until the next call of `answer` or `end`, like clients that send everything first. */
  pause(): void
  /** Resolves when the server has ended the connection: to `end` after a normal end, or to an error code, such as `ECONNRESET`. */
  end(): Promise<string>
  /** Closes the connection. */
  close(): void
}

/** Opens a connection to a server on this machine. */
export async function openConnection(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  let ended: string | undefined
  let notify = (): void => undefined
  const end = (how: string): void => {
    ended ??= how
    notify()
  }
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    received += text
    notify()
  })
  socket.on('end', () => end('end'))
  socket.on('close', () => end('end'))
  // The response may still be readable; only later writes fail.
  socket.on('error', (error) => end('code' in error ? String(error.code) : error.message))
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const wait = (): Promise<void> =>
    new Promise((resolve) => {
      notify = resolve
      socket.resume()
    })
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (error) => (error ? reject(error) : resolve()))
      }),
    answer: async () => {
      for (;;) {
        const found = readAnswer(received)
        if (found !== undefined) {
          received = received.slice(found.length)
          return found.answer
        }
        if (ended !== undefined) throw new Error(`The connection ended (${ended}) after: ${JSON.stringify(received.slice(0, 200))}`)
        await wait()
      }
    },
    endWriting: () => void socket.end(),
    pause: () => void socket.pause(),
    end: async () => {
      while (ended === undefined) await wait()
      return ended
    },
    close: () => void socket.destroy(),
  }
}

function readAnswer(text: string): { readonly answer: RawAnswer; readonly length: number } | undefined {
  const [head, ...rest] = text.split('\r\n\r\n')
  if (head === undefined || rest.length === 0) return undefined
  const [line = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((header) => [header.slice(0, header.indexOf(':')).toLowerCase(), fieldValue(header)]))
  const start = head.length + 4
  const length = start + Number(headers['content-length'] ?? 0)
  if (text.length < length) return undefined
  const body = Buffer.from(text.slice(start, length), 'latin1').toString()
  return { answer: { status: Number(line.split(' ')[1]), headers, body }, length }
}

const fieldValue = (header: string): string => header.slice(header.indexOf(':') + 1).trim()
