import type { ChangeOptions, RecordRef } from '@kalends/core'
import { isObject } from '../json.ts'
import { createPresenter, type Pictured } from '../presenter.ts'
import type { EndpointContext } from '../route.ts'

/** The update of a record, and where its picture is. */
export interface PicturedUpdate<T> {
  /** Changes the record. */
  update(ref: RecordRef, patch: object, options: ChangeOptions<T>): Promise<unknown>
  /** The pictures of a record; its own comes first. */
  pictures(record: T): readonly Pictured[]
}

/**
 * The fields of an update, without an image that is sent as it was answered. What is answered may be unlike what is stored:
 * `resolveImage` gives an address for an id, or nothing at all. Without `resolveImage` the two are alike.
 */
export async function withoutAnsweredImage<T>(
  call: Pick<EndpointContext, 'settings' | 'language'>,
  ref: RecordRef,
  patch: EndpointContext['body'],
  records: PicturedUpdate<T>,
): Promise<EndpointContext['body']> {
  const { image: given, ...rest } = patch
  if (call.settings.resolveImage === undefined || !(isObject(given) || given === false)) return patch
  const stored = await storedImage(ref, rest, records)
  if (stored === undefined) return patch
  const answered = (await createPresenter(call.settings, call.language, [{ image: stored }])).image(stored)
  const isAnswered =
    isObject(given) && isObject(answered) ? given['id'] === answered['id'] && given['url'] === answered['url'] : given === answered
  return isAnswered ? rest : patch
}

/**
 * The image of a record that the caller may change in that way, also of one in the trash; undefined for any other, of which the
 * update itself says what is wrong. It is read by an update that stops before it changes anything.
 */
async function storedImage<T>(ref: RecordRef, patch: object, records: PicturedUpdate<T>): Promise<number | string | null | undefined> {
  const stop = new Error('The record was read.')
  let image: number | string | null | undefined
  const check = (current: T): never => {
    image = records.pictures(current)[0]?.image
    throw stop
  }
  try {
    await records.update(ref, patch, { check })
  } catch (error) {
    if (error !== stop) return undefined
  }
  return image
}
