import { isUrl, organizerShape } from '@kalends/core/internal'
import type { ImportWarning } from '../item.ts'
import { toText } from './texts.ts'

/** An address without its scheme, as people type it: `www.example.org/choir`. */
const hostAlone = /^[\p{L}\p{N}.-]{1,253}(?=[/?#:]|$)/u

/** A web address; empty where there is none. @param base the page on which a relative address stands */
export function readWebAddress(value: unknown, name: string, warnings: ImportWarning[], base?: string): string {
  const text = toText(value).replaceAll(' ', '%20')
  if (text === '' || isUrl(text)) return text
  const guess = hostAlone.exec(text)?.[0].includes('.')
    ? `http://${text}`
    : base !== undefined && URL.canParse(text, base)
      ? new URL(text, base).href
      : ''
  if (isUrl(guess)) return guess
  warnings.push({ code: 'not_a_web_address', message: `The ${name} is no web address; it is left out.` })
  return ''
}

/** An e-mail address; empty where there is none. */
export function readEmail(value: unknown, warnings: ImportWarning[]): string {
  const text = toText(value).replace(/^mailto:/i, '')
  if (text === '' || organizerShape.email.safeParse(text).success) return text
  warnings.push({ code: 'not_an_email', message: 'The e-mail address is none; it is left out.' })
  return ''
}
