import type { RecordRef, ScopedOptions } from '@kalends/core/internal'
import { isObject } from '../json.ts'
import type { EndpointContext } from '../routing/route.ts'
import { createPresenter, type Pictured } from '../wire/presenter.ts'
import type { ServedRecord } from './resource-kind.ts'

/** Update and images of a kind of record. */
export interface PicturedUpdate<T> extends Pick<ScopedOptions<T>, 'scope'> {
  /** Updates the record. */
  update(ref: RecordRef, patch: object, options: ScopedOptions<T>): Promise<unknown>
  /** The images of a record; its own comes first. */
  pictures(record: T): readonly Pictured[]
}

/**
 * Removes the image and the author from an update if they equal those of the response, which can differ from the stored values:
 * `resolveImage` gives a URL for an id, or no image; and where ids of authors are integers, 0 stands for an id that is a text.
 */
export async function withoutReturned<T extends ServedRecord>(
  call: Pick<EndpointContext, 'settings' | 'language'>,
  ref: RecordRef,
  patch: EndpointContext['body'],
  records: PicturedUpdate<T>,
): Promise<EndpointContext['body']> {
  const { settings, language } = call
  const { image, authorId, ...rest } = patch
  const hasImage = settings.resolveImage !== undefined && (isObject(image) || image === false)
  const hasAuthor = settings.authorIds === 'integer' && authorId === '0'
  if (!hasImage && !hasAuthor) return patch
  const others = { ...rest, ...('image' in patch && !hasImage && { image }), ...('authorId' in patch && !hasAuthor && { authorId }) }
  const stored = await readStored(ref, others, records)
  if (stored === undefined) return patch
  const presenter = await createPresenter(settings, language, [stored])
  const keepsImage = hasImage && isSameImage(image, presenter.image(stored.image))
  const keepsAuthor = hasAuthor && stored.authorId !== '' && presenter.author(stored.authorId) === 0
  return { ...others, ...(hasImage && !keepsImage && { image }), ...(hasAuthor && !keepsAuthor && { authorId }) }
}

const isSameImage = (given: unknown, returned: unknown): boolean =>
  isObject(given) && isObject(returned) ? given['id'] === returned['id'] && given['url'] === returned['url'] : given === returned

/** The stored values of what an update may return. */
interface Stored extends Pictured {
  readonly authorId: string
}

/**
 * Reads the stored values, also of a record in the trash. Undefined if the caller may not make this update; the update itself then reports
 * the reason. The read is an update that stops before it writes.
 */
async function readStored<T extends ServedRecord>(ref: RecordRef, patch: object, records: PicturedUpdate<T>): Promise<Stored | undefined> {
  const stop = new Error('The record was read.')
  let stored: Stored | undefined
  const check = (current: T): never => {
    stored = { image: records.pictures(current)[0]?.image ?? null, authorId: current.authorId ?? '' }
    throw stop
  }
  try {
    await records.update(ref, patch, { check, ...(records.scope !== undefined && { scope: records.scope }) })
  } catch (error) {
    if (error !== stop) return undefined
  }
  return stored
}
