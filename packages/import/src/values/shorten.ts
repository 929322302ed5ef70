import { codePointLength, truncateCodePoints } from '@kalends/core/internal'
import type { ImportWarning } from '../item.ts'

/** A text of at most `max` code points. @param warnings receives that it was shortened */
export function shorten(text: string, max: number, name: string, warnings: ImportWarning[]): string {
  if (text.length <= max || codePointLength(text) <= max) return text
  warnings.push({ code: 'text_shortened', message: `The ${name} is shortened to ${max} characters.` })
  return truncateCodePoints(text, max)
}
