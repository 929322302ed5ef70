import { CalendarError } from '@kalends/core'
import { type DeclaredField, limits } from '@kalends/core/internal'
import type { Kind } from '@kalends/core/store'
import { isObject } from '../json.ts'
import { toFieldInput } from '../parameters/field-texts.ts'
import type { Parameter } from '../parameters/parameter.ts'
import { readForm, readMultipart } from './forms.ts'
import { readJson } from './json-text.ts'

/** How request bodies are read. */
export interface BodyOptions {
  /** The longest body, in bytes. */
  readonly maxBodyBytes: number
  /** Whether form-encoded bodies are read too. */
  readonly forms: boolean
  /** The host of the public URL. */
  readonly uidDomain: string
  /** The declared fields of a kind that the caller may read. */
  fieldsOf(kind: Kind): readonly DeclaredField[]
}

/** The options of one body. */
interface FormatOptions extends BodyOptions {
  /** Whether it is a form. */
  readonly isForm: boolean
}

/** The body of a request. */
export interface RequestBody {
  /** The known fields, by their names in the core. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The bytes as they were sent. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

/**
/**
 * Reads the known fields of a body. Ignores all other fields.
 * @param kind the kind of the record, whose declared fields the body can have
 * @throws unsupported_media_type, body_too_large, invalid_json
 */
export async function readBody(
  request: Request,
  args: readonly Parameter[],
  kind: Kind | undefined,
  options: BodyOptions,
): Promise<RequestBody> {
  const accepted = ['application/json', ...(options.forms ? ['application/x-www-form-urlencoded', 'multipart/form-data'] : [])]
  const type = readMediaType(request.headers.get('content-type'))
  const isForm = options.forms && (type?.essence === 'application/x-www-form-urlencoded' || type?.essence === 'multipart/form-data')
  if (type === undefined || !type.isUtf8 || !(isForm || isJson(type.essence)))
    throw new CalendarError('unsupported_media_type', { accepted })
  const bytes = await readBytes(request, options.maxBodyBytes)
  if (!isForm) return { bytes, fields: toFields(readJson(decodeUtf8(bytes)), args, kind, { ...options, isForm }) }
  const isMultipart = type.essence === 'multipart/form-data'
  const form = isMultipart ? await readMultipart(bytes, request.headers.get('content-type') ?? '') : readForm(decodeUtf8(bytes))
  return { bytes, fields: toFields(form, args, kind, { ...options, isForm }) }
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

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new CalendarError('invalid_json', { reason: 'jsonNotUtf8' }, { cause })
  }
}

/** Renames fields from the wire to the core, also inside nested records; drops unknown fields. */
function toFields(
  body: Readonly<Record<string, unknown>>,
  args: readonly Parameter[],
  kind: Kind | undefined,
  options: FormatOptions,
): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for (const parameter of args) {
    const { name, member, nested, isIgnored } = parameter
    if (!Object.hasOwn(body, name) || isIgnored?.(body[name], options) === true) continue
    fields[member] = nested === undefined ? body[name] : toNested(body[name], nested, parameter.nestedKind, options)
  }
  const given = Object.hasOwn(body, 'custom_fields') ? body['custom_fields'] : undefined
  const values = kind === undefined || !isObject(given) ? undefined : toFieldInput(given, options.fieldsOf(kind), options.isForm)
  return values === undefined ? fields : { ...fields, fields: values }
}

function toNested(value: unknown, args: readonly Parameter[], kind: Kind | undefined, options: FormatOptions): unknown {
  if (Array.isArray(value)) {
    // The core refuses a longer list anyway, so its items are not converted.
    return value.length > limits.list ? value : value.map((item: unknown) => (isObject(item) ? toNested(item, args, kind, options) : item))
  }
  if (!isObject(value)) return value
  return { ...toFields(value, args, kind, options), ...(Object.hasOwn(value, 'id') && { id: value['id'] }) }
}
