import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { failure, messageOf } from './failure.ts'

/** The parts of a document. */
type Document = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** The name of standard input and output, as programs of Unix have it. */
export const standardStream = '-'

/**
 * Writes a document to a file, or to stdout. A file appears under its name when it is whole: nobody takes a part of it for a backup.
 * @throws failed the file cannot be written
 */
export async function writeDocument(file: string, document: Document): Promise<void> {
  if (file === standardStream) {
    await writeAll(process.stdout, document)
    return
  }
  const part = `${file}.part`
  const stream = createWriteStream(part)
  // Without a listener the error of a file that cannot be opened would end the process.
  const written = finished(stream).catch((error: unknown) => {
    throw failure('failed', `${file} cannot be written: ${messageOf(error)}`, error)
  })
  try {
    await Promise.race([writeAll(stream, document).then(() => stream.end()), written])
    await written
    await rename(part, file)
  } catch (error) {
    stream.destroy()
    await written.catch(() => undefined)
    await rm(part, { force: true })
    throw error
  }
}

async function writeAll(stream: NodeJS.WritableStream, document: Document): Promise<void> {
  for await (const chunk of document) if (!stream.write(chunk)) await new Promise((resolve) => stream.once('drain', resolve))
}
