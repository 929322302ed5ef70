import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { failure, messageOf } from './failure.ts'

/** The parts of a document. */
type Document = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** The name of standard input and output, as programs of Unix have it. */
export const standardStream = '-'

/** Whether a file is compressed by gzip, by its name. */
export const isCompressed = (file: string): boolean => file.endsWith('.gz')

/**
 * Writes a document to a file, or to stdout. A file appears under its name when it is whole: nobody takes a part of it for a backup.
 * @throws failed the file cannot be written
 */
export async function writeDocument(file: string, document: Document, signal: AbortSignal): Promise<void> {
  const parts = Readable.from(document)
  if (file === standardStream) return pipeline(parts, process.stdout, { end: false, signal })
  const part = `${file}.part`
  const stream = createWriteStream(part)
  const unwritable = (error: unknown): Error => failure('failed', `${file} cannot be written: ${messageOf(error)}`, error)
  try {
    await (isCompressed(file) ? pipeline(parts, createGzip(), stream, { signal }) : pipeline(parts, stream, { signal })).catch((error) => {
      throw stream.errored === error ? unwritable(error) : error
    })
    await rename(part, file).catch((error: unknown) => {
      throw unwritable(error)
    })
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
