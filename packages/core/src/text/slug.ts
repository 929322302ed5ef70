import { foldText, withoutUnread } from './fold.ts'
import { codePointLength, truncateCodePoints } from './plain.ts'

/** The maximum length in code points of a slug outside the trash. */
const slugLength = 200
const trashMark = '__trashed'
const trashEnding = /__trashed(?:-\d+)?$/

/** The characters between words. They are removed before NFKC, which makes letters of signs such as № ™ ℃; enclosing marks are no part of a word. */
const signs = /[^\p{L}\p{N}\p{M}]+/gu
const enclosing = /\p{Me}/gu

/** A word: NFKC keeps the marks that its letters need. */
const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

/** A letter or digit of a folded slug that is not ASCII, or the tatweel, which folding loses. */
const foreign = /(?![a-z0-9])[\p{L}\p{N}]/u
const tatweel = '\u0640'

/**
 * The slug of a title or name: lower-case letters and digits with single hyphens between, without apostrophes, at most 200 code points. It
 * is folded to ASCII if folding makes ASCII letters and digits of all letters and digits. Otherwise it has the letters and digits of the
 * title, with the marks that they need. Signs are no letters. The slug of a slug is the slug itself.
 *
 * @returns Empty when the text has neither letters nor digits.
 */
export function toSlug(text: string): string {
  const spaced = withoutUnread(text).replace(enclosing, '').replace(signs, ' ')
  const own = joined(withoutUnread(spaced.normalize('NFKC').toLowerCase().normalize('NFKC')).match(words))
  // Judged by what the slug keeps, so that it is the slug of itself where it was truncated.
  const folded = foldText(own)
  return foreign.test(folded) || own.includes(tatweel) ? own : joined(folded.match(/[a-z0-9]+/g))
}

/** Returns the stored form of a slug: NFKC. Systems send other normal forms of a slug in their addresses, and people type them in filters. */
export const toStoredSlug = (slug: string): string => slug.normalize('NFKC')

/**
 * The slug to try as number `n` when others of the same text are taken: the base itself, then `base-2`, `base-3` and so on. The base is
 * truncated where the result would exceed 200 code points, but its trash suffix is kept.
 *
 * @param n - From 1.
 */
export function slugWithSuffix(base: string, n: number): string {
  if (n === 1) return base
  const suffix = `-${n}`
  return isTrashedSlug(base) ? `${base}${suffix}` : slugWithEnding(base, suffix)
}

/** Whether a slug is the base or one of its numbered forms: `hall-2` for `hall`. */
export function isSlugOf(slug: string, base: string): boolean {
  const number = Number(/-(\d+)$/.exec(slug)?.[1])
  return slug === base || (number > 1 && slug === slugWithSuffix(base, number))
}

/** A slug with an ending such as `-2026-12-08`; the base is truncated where the result would exceed 200 code points. */
export const slugWithEnding = (base: string, ending: string): string =>
  // A code point has one or two units, so the length alone decides for most slugs.
  base.length + ending.length <= slugLength && !base.endsWith('-')
    ? `${base}${ending}`
    : `${truncated(base, slugLength - codePointLength(ending))}${ending}`

/** The slug of a record in the trash, so that other records can use the original slug. */
export function trashedSlug(slug: string): string {
  return `${slug}${trashMark}`
}

/** Whether a slug has the trash suffix, with or without a number after it. */
export function isTrashedSlug(slug: string): boolean {
  return trashEnding.test(slug)
}

/** The slug that a record had before the trash: without the trash suffix and the number after it. Other slugs are returned unchanged. */
export function untrashedSlug(slug: string): string {
  return slug.replace(trashEnding, '')
}

const joined = (found: readonly string[] | null): string => truncated((found ?? []).join('-'), slugLength)

/** The beginning of a slug, without hyphens at its end. It never has a letter without its marks, unless there is but one letter. */
function truncated(slug: string, length: number): string {
  const cut = truncateCodePoints(slug, length)
  const isWhole = !/^\p{M}/u.test(slug.slice(cut.length))
  const own = isWhole ? cut : cut.replace(/\P{M}\p{M}*$/u, '') || cut
  let end = own.length
  while (own.charAt(end - 1) === '-') end -= 1
  return own.slice(0, end)
}
