import { foldText, withoutUnread } from './fold.ts'
import { codePointLength, truncateCodePoints } from './plain.ts'

/** The maximum length in code points of a slug outside the trash. */
const slugLength = 200
const trashMark = '__trashed'
const trashEnding = /__trashed(?:-\d+)?$/
const letter = /\p{L}/u
const letterOrOtherDigit = /\p{L}|(?![0-9])\p{N}/u
const apostrophes = /['’‘ʼʻ＇`´]/gu

/**
 * The slug of a title or name: lower-case letters and digits with single hyphens between, without apostrophes, at most 200 code points. It
 * is folded to ASCII when that keeps a letter (or when there is no letter at all, and no digit of another script, as in `1984`). Otherwise
 * it stays in the title's own script, with the marks that its letters need. The slug of a slug, with a suffix or without, is the slug
 * itself.
 *
 * @returns Empty when the text has neither letters nor digits.
 */
export function toSlug(text: string): string {
  const bare = text.replace(apostrophes, '')
  const folded = foldText(bare)
  const ascii = joined(folded.match(/[a-z0-9]+/g))
  if (/[a-z]/.test(ascii)) return ascii
  const lowerCase = withoutUnread(bare).normalize('NFC').toLowerCase().normalize('NFC')
  const own = joined(lowerCase.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu))
  // Judged by what the slug keeps: the title ㉠ is a symbol that folds to a letter, and no slug has it.
  const hasOwnScript = letter.test(own) || letterOrOtherDigit.test(foldText(own))
  return ascii === '' || hasOwnScript ? own : ascii
}

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

/** A slug with an ending such as `-2026-12-08`; the base is truncated where the result would exceed 200 code points. */
export const slugWithEnding = (base: string, ending: string): string =>
  `${withoutEndHyphens(truncateCodePoints(base, slugLength - codePointLength(ending)))}${ending}`

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

function joined(words: readonly string[] | null): string {
  return withoutEndHyphens(truncateCodePoints((words ?? []).join('-'), slugLength))
}

function withoutEndHyphens(slug: string): string {
  let end = slug.length
  while (slug.charAt(end - 1) === '-') end -= 1
  return slug.slice(0, end)
}
