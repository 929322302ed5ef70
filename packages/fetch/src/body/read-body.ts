import { CalendarError } from '@kalends/core'
import { type DeclaredField, limits } from '@kalends/core/internal'
import type { Kind } from '@kalends/core/store'
import { isObject } from '../json.ts'
import type { BodyReader } from '../options/extension.ts'
import { toAuthorId } from '../parameters/author.ts'
import { toFieldInput } from '../parameters/field-texts.ts'
import type { Parameter } from '../parameters/parameter.ts'
import { readJson } from './json-text.ts'

/** How request bodies are read. */
export interface BodyOptions {
  /** The longest body, in bytes. */
  readonly maxBodyBytes: number
  /** Readers of bodies that are not JSON. */
  readonly bodies: readonly BodyReader[]
}

/** The body of a request. */
export interface RequestBody {
  /** The members, by their names on the wire. */
  readonly content: Readonly<Record<string, unknown>>
  /** Whether its values are texts, as those of forms. */
  readonly hasTexts: boolean
  /** The bytes as they were sent. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

/**
 * Reads a body.
 * @throws unsupported_media_type, body_too_large, invalid_json, invalid_input
 */
export async function readBody(request: Request, { maxBodyBytes, bodies }: BodyOptions): Promise<RequestBody> {
  const accepted = ['application/json', ...bodies.flatMap(({ mediaTypes }) => mediaTypes)]
  const type = readMediaType(request.headers.get('content-type'))
  const reader = bodies.find(({ mediaTypes }) => mediaTypes.some((one) => one === type?.essence))
  if (type === undefined || !type.isUtf8 || (reader === undefined && !isJson(type.essence)))
    throw new CalendarError('unsupported_media_type', { accepted })
  const bytes = await readBytes(request, maxBodyBytes)
  const content = reader === undefined ? readJson(decodeUtf8(bytes)) : await reader.read(bytes, request.headers.get('content-type') ?? '')
  return { bytes, content, hasTexts: reader !== undefined }
}

const isJson = (essence: string): boolean => essence === 'application/json' || essence.endsWith('+json')

const mediaType = /^([!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+)[ \t]*(?:;(.*))?$/
const charset = /^charset=(?:"([^"]*)"|([^"]*))$/

function readMediaType(header: string | null): { essence: string; isUtf8: boolean } | undefined {
  const parts = mediaType.exec((header ?? '').trim().toLowerCase())
  if (parts === null) return undefined
  const charsets = (parts[2] ?? '').split(';').flatMap((parameter) => readCharset(parameter.trim()))
  return { essence: parts[1] ?? '', isUtf8: charsets.every((name) => name === 'utf-8' || name === 'utf8') }
}

function readCharset(parameter: string): readonly string[] {
  const found = charset.exec(parameter)
  return found === null ? [] : [found[1] ?? found[2] ?? '']
}

/**
 * Refuses a declared length over the limit before it reads anything, so that a client that waits for `100 Continue` need not send the body.
 * Counts all other bodies while it reads them: their lengths can be missing or wrong, and a body can be endless.
 */
async function readBytes(request: Request, maxBodyBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  // Treating the body as empty would blame the caller for a mistake of the host.
  if (request.bodyUsed) throw new Error('The body was read before Kalends got the request: hand over request.clone(), or read the clone.')
  if (declaredBytes(request) > maxBodyBytes) throw new CalendarError('body_too_large', { maxBodyBytes })
  if (request.body === null) return new Uint8Array(0)
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const chunk = await readChunk(reader)
    if (chunk === undefined) return join(chunks, length)
    length += chunk.byteLength
    if (length > maxBodyBytes) {
      // An endless body must be stopped; a failure to stop it does not concern the caller.
      reader.cancel().catch(() => undefined)
      throw new CalendarError('body_too_large', { maxBodyBytes })
    }
    chunks.push(chunk)
  }
}

function declaredBytes({ headers }: Request): number {
  const length = headers.get('content-length') ?? ''
  return /^[0-9]+$/.test(length) ? Number(length) : 0
}

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    return (await reader.read()).value
  } catch (cause) {
    throw new CalendarError('invalid_json', { reason: 'jsonCutOff' }, { cause })
  }
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    all.set(chunk, offset)
    offset += chunk.byteLength
  }
  return all
}

/**
 * Decodes the text of a body.
 * @throws invalid_json it is not UTF-8
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new CalendarError('invalid_json', { reason: 'jsonNotUtf8' }, { cause })
  }
}

/** What the fields of a body depend on. */
export interface FieldOptions {
  /** The domain in uids that the handler makes. */
  readonly uidDomain: string
  /** The type of the ids of authors. */
  readonly authorIds: 'integer' | 'text'
  /** Whether the values of the body are texts. */
  readonly hasTexts: boolean
  /** The declared fields of a kind that the caller may read. */
  fieldsOf(kind: Kind): readonly DeclaredField[]
}

/**
 * Renames fields from the wire to the core, also inside nested records; drops unknown fields.
 * @param kind the kind of the record, whose declared fields the body can have
 */
export function toFields(
  body: Readonly<Record<string, unknown>>,
  args: readonly Parameter[],
  kind: Kind | undefined,
  options: FieldOptions,
): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for (const parameter of args) {
    const { name, member, nested, isIgnored, textSchema } = parameter
    if (!Object.hasOwn(body, name) || isIgnored?.(body[name], options) === true) continue
    const value = textSchema === undefined ? body[name] : toAuthorId(body[name], options)
    fields[member] = nested === undefined ? value : toNested(body[name], nested, parameter.nestedKind, options)
  }
  const given = Object.hasOwn(body, 'custom_fields') ? body['custom_fields'] : undefined
  const values = kind === undefined || !isObject(given) ? undefined : toFieldInput(given, options.fieldsOf(kind), options.hasTexts)
  return values === undefined ? fields : { ...fields, fields: values }
}

function toNested(value: unknown, args: readonly Parameter[], kind: Kind | undefined, options: FieldOptions): unknown {
  if (Array.isArray(value)) {
    // The core refuses a longer list anyway, so its items are not converted.
    return value.length > limits.list ? value : value.map((item: unknown) => (isObject(item) ? toNested(item, args, kind, options) : item))
  }
  if (!isObject(value)) return value
  return { ...toFields(value, args, kind, options), ...(Object.hasOwn(value, 'id') && { id: value['id'] }) }
}
