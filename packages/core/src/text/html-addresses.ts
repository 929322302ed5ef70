import { attributesIn, readHtml } from './html-markup.ts'
import { decoded } from './plain-from-html.ts'

/** Attributes whose value is one address. */
const single = new Set('action background cite data formaction href longdesc poster src xlink:href'.split(' '))
/** Attributes whose value is a list of addresses with a size each. */
const sets = new Set(['srcset', 'imagesrcset'])

/**
 * HTML with other addresses in its links and images; all else is not changed.
 * @param addressOf the address to write for one that the HTML has
 */
export function replaceAddresses(html: string, addressOf: (address: string) => string): string {
  let text = ''
  let at = 0
  const read = (value: string, name: string): string => (sets.has(name) ? replaceInSet(value, addressOf) : addressOf(value))
  readHtml(
    html,
    () => undefined,
    (markup) => {
      if (markup.isClosing) return
      for (const { name, value, start, end } of attributesIn(html, markup)) {
        if (!single.has(name) && !sets.has(name)) continue
        const address = decoded(value).trim()
        const replaced = read(address, name)
        if (replaced === address) continue
        text += `${html.slice(at, start)}"${replaced.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
        at = end
      }
    },
  )
  return text + html.slice(at)
}

/** A `srcset`: addresses, each with a size or without one, and with commas between them. */
function replaceInSet(set: string, addressOf: (address: string) => string): string {
  let isAddress = true
  return set
    .split(/(\s+)/)
    .map((token) => {
      if (token.trim() === '') return token
      // A comma ends a size, after which an address can follow at once; an address itself can contain commas.
      const begin = isAddress ? 0 : token.indexOf(',') + 1
      const isEnd = token.endsWith(',')
      const address = begin === 0 && !isAddress ? '' : token.slice(begin, isEnd ? -1 : undefined)
      isAddress = isEnd
      return address === '' ? token : `${token.slice(0, begin)}${addressOf(address)}${isEnd ? ',' : ''}`
    })
    .join('')
}
