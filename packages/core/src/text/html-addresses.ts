import { attributesIn, readHtml } from './html-markup.ts'
import { decoded } from './plain-from-html.ts'

/** Attributes whose value is one address. */
const single = new Set('action background cite data formaction href longdesc poster src xlink:href'.split(' '))
/** Attributes whose value is a list of addresses with a size each. */
const sets = new Set(['srcset', 'imagesrcset'])

/**
 * HTML with other addresses in its links and images; all else stays as it is written.
 * @param addressOf the address to write for one that the HTML has
 */
export function replaceAddresses(html: string, addressOf: (address: string) => string): string {
  let text = ''
  let at = 0
  const read = (value: string, name: string): string =>
    sets.has(name)
      ? value.replace(/(^|,\s*|\s,)([^\s,]\S*?)(?=,?(?:\s|$))/g, (_, before: string, one: string) => before + addressOf(one))
      : addressOf(value)
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
