import type { RecordRef, ScopedOptions } from '@kalends/core/internal'
import { isObject } from '../json.ts'
import type { EndpointContext } from '../routing/route.ts'
import { createPresenter, type Pictured } from '../wire/presenter.ts'

/** Update and images of a kind of record. */
export interface PicturedUpdate<T> extends Pick<ScopedOptions<T>, 'scope'> {
  /** Updates the record. */
  update(ref: RecordRef, patch: object, options: ScopedOptions<T>): Promise<unknown>
  /** The images of a record; its own comes first. */
  pictures(record: T): readonly Pictured[]
}

/**
 * Removes the image from an update if it equals the image of the response. That image can differ from the stored value: `resolveImage`
 * gives a URL for an id, or no image. Without `resolveImage` the two are equal.
 */
export async function withoutReturnedImage<T>(
  call: Pick<EndpointContext, 'settings' | 'language'>,
  ref: RecordRef,
  patch: EndpointContext['body'],
  records: PicturedUpdate<T>,
): Promise<EndpointContext['body']> {
  const { image: given, ...rest } = patch
  if (call.settings.resolveImage === undefined || !(isObject(given) || given === false)) return patch
  const stored = await storedImage(ref, rest, records)
  if (stored === undefined) return patch
  const returned = (await createPresenter(call.settings, call.language, [{ image: stored }])).image(stored)
  const isReturned =
    isObject(given) && isObject(returned) ? given['id'] === returned['id'] && given['url'] === returned['url'] : given === returned
  return isReturned ? rest : patch
}

/**
 * Reads the stored image, also of a record in the trash. Undefined if the caller may not make this update; the update itself then reports
 * the reason. The read is an update that stops before it writes.
 */
async function storedImage<T>(ref: RecordRef, patch: object, records: PicturedUpdate<T>): Promise<number | string | null | undefined> {
  const stop = new Error('The record was read.')
  let image: number | string | null | undefined
  const check = (current: T): never => {
    image = records.pictures(current)[0]?.image
    throw stop
  }
  try {
    await records.update(ref, patch, { check, ...(records.scope !== undefined && { scope: records.scope }) })
  } catch (error) {
    if (error !== stop) return undefined
  }
  return image
}
