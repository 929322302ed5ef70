import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { failure, messageOf } from './failure.ts'
import { isCompressed, standardStream } from './output.ts'

/** The octets of a file, decompressed; of stdin for `-`. */
type Octets = AsyncIterable<Uint8Array>

/**
 * Opens a file for the work, and closes it.
 * @throws failed the file cannot be opened
 */
export async function withFile<T>(file: string, work: (octets: Octets) => Promise<T>): Promise<T> {
  if (file === standardStream) return withStdin(work)
  const handle = await openFile(file)
  try {
    const stream = handle.createReadStream()
    return await work(isCompressed(file) ? decompressed(stream) : stream)
  } finally {
    await handle.close()
  }
}

/** Begins with its reader: an error that came before would reach nobody, and end the process. */
async function* decompressed(stream: Readable): Octets {
  const gunzip = createGunzip()
  stream.once('error', (error) => gunzip.destroy(error)).pipe(gunzip)
  yield* gunzip
}

async function withStdin<T>(work: (octets: Octets) => Promise<T>): Promise<T> {
  try {
    return await work(process.stdin)
  } finally {
    // An open pipe would keep the process after a signal.
    process.stdin.destroy()
  }
}

async function openFile(file: string): Promise<FileHandle> {
  try {
    const handle = await open(file)
    // A folder can be opened, and fails with the first octet.
    if (!(await handle.stat()).isDirectory()) return handle
    await handle.close()
  } catch (error) {
    throw failure('failed', `${file} cannot be read: ${messageOf(error)}`, error)
  }
  throw failure('failed', `${file} cannot be read: it is a folder.`)
}

/** The texts of octets in UTF-8. */
export async function* textsFrom(octets: Octets): AsyncIterable<string> {
  const decoder = new TextDecoder()
  for await (const part of octets) yield decoder.decode(part, { stream: true })
  yield decoder.decode()
}
