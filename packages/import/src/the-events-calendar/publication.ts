import type { PublishedInput } from '@kalends/core/internal'
import { codePointLength, limits } from '@kalends/core/internal'
import type { ImportWarning } from '../item.ts'
import { readWebAddress } from '../values/addresses.ts'
import { isMembers, type Members, membersIn } from '../values/members.ts'
import { toText } from '../values/texts.ts'
import { textsOf } from './texts.ts'
import { readUtcMs } from './times.ts'

/** An image of the site, as a function of the host gets it. */
export interface SiteImage {
  /** Its address. */
  readonly url: string
  /** Its id on the site; 0 where it is unknown. */
  readonly id: number
}

/** What the records of a site are read with. */
export interface RecordContext {
  /** The host of the site, for the keys of records without a `global_id`. */
  readonly host: string
  readonly mapAuthor: ((author: string) => string | undefined | Promise<string | undefined>) | undefined
  readonly onImage: ((image: SiteImage) => number | string | undefined | Promise<number | string | undefined>) | undefined
  readonly mapFields: ((fields: Members) => Readonly<Record<string, unknown>> | undefined) | undefined
}

/** The members that events, venues and organizers share. */
export type Publication = Pick<PublishedInput, 'description' | 'excerpt' | 'slug' | 'image' | 'status' | 'publishedUtc' | 'authorId'>

const statuses = new Set(['publish', 'future', 'draft', 'pending', 'private', 'trash'])

/** Reads the members that events, venues and organizers share. @param warnings receives what was left out */
export async function readPublication(record: Members, context: RecordContext, warnings: ImportWarning[]): Promise<Publication> {
  const texts = textsOf(record, warnings)
  const slug = readSlug(record['slug'])
  const status = toText(record['status'])
  // Drafts have `0000-00-00 00:00:00`.
  const isPublished = readUtcMs(record['date_utc']) !== undefined
  const author = toText(record['author'])
  const authorId = author === '' || author === '0' ? undefined : await asked('mapAuthor', () => context.mapAuthor?.(author), warnings)
  return {
    description: texts.html('description'),
    excerpt: texts.html('excerpt'),
    image: await readImage(record['image'], context, warnings),
    ...(slug !== '' && { slug }),
    ...(status !== '' && { status: readStatus(status, warnings) }),
    ...(isPublished && { publishedUtc: toText(record['date_utc']) }),
    ...(authorId !== undefined && { authorId }),
  }
}

/** Plugins have statuses of their own; what is not known to be public is not published. */
function readStatus(status: string, warnings: ImportWarning[]): Publication['status'] {
  // The set has the names of the type alone.
  if (statuses.has(status)) return status as Publication['status']
  warnings.push({ code: 'unknown_status', message: `The status “${status.slice(0, 100)}” is not known; the record becomes a draft.` })
  return 'draft'
}

/** A slug. WordPress encodes other letters than those of ASCII in percents. */
export function readSlug(value: unknown): string {
  const text = toText(value)
  try {
    const slug = decodeURIComponent(text)
    return codePointLength(slug) <= limits.slug ? slug : ''
  } catch {
    return ''
  }
}

/** The image of a record: what the host gives for it, else its address. Nothing is downloaded. */
async function readImage(value: unknown, { onImage }: RecordContext, warnings: ImportWarning[]): Promise<number | string | false> {
  const [image = { url: value }] = membersIn(value)
  const url = readWebAddress(image['url'], 'image', warnings)
  if (url === '') return false
  const id = Number(toText(image['id']))
  return (await asked('onImage', () => onImage?.({ url, id: Number.isSafeInteger(id) ? id : 0 }), warnings)) ?? url
}

/** What a function of the host gives. One that fails does not end the import. */
export async function asked<T>(name: string, ask: () => T | Promise<T>, warnings: ImportWarning[]): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    warnings.push({ code: 'host_failed', message: `${name} has failed: ${message}` })
    return undefined
  }
}

/** The key of a record across runs: its `global_id`, else what that would be. Empty without an id. */
export function keyOf(record: Members, { host }: RecordContext): string {
  const id = toText(record['id'])
  return toText(record['global_id']) || (id === '' ? '' : `${host}?id=${id}`)
}

/** The key of the record of the site with another id. */
export function keyOfOther(record: Members, id: string, context: RecordContext): string {
  const [key, own] = [keyOf(record, context), toText(record['id'])]
  return own !== '' && key.endsWith(`=${own}`) ? `${key.slice(0, -own.length)}${id}` : `${context.host}?id=${id}`
}

/** When the site changed a record. */
export const modifiedMsOf = (record: Members): number | undefined => readUtcMs(record['modified_utc'])

/** The fields of plugins; undefined without any, which the interface writes as an empty list. */
export function readFields(
  value: unknown,
  { mapFields }: RecordContext,
): Promise<Readonly<Record<string, unknown>> | undefined> | undefined {
  return isMembers(value) && mapFields !== undefined ? asked('mapFields', () => mapFields(value), []) : undefined
}
