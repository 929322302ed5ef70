/** An element of XML. Its children are elements, or texts that {@link toXmlText} made. */
export function toXml(name: string, attributes: Readonly<Record<string, string>>, ...children: readonly string[]): string {
  const given = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${toXmlText(value)}"`)
  const content = children.join('')
  return `<${name}${given.join('')}${content === '' ? '/>' : `>${content}</${name}>`}`
}

/** An element that contains a text. */
export const toXmlLine = (name: string, text: string, attributes: Readonly<Record<string, string>> = {}): string =>
  toXml(name, attributes, toXmlText(text))

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has none of them.
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A text as the content of an element, or of an attribute. */
export const toXmlText = (text: string): string =>
  text.replace(notInXml, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The media type of an image by the end of its address; undefined where the end does not name one. */
export const imageTypeOf = (address: string): string | undefined => {
  const [path = ''] = address.split(/[?#]/, 1)
  return types.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase())
}

const types = new Map([
  ['avif', 'image/avif'],
  ['gif', 'image/gif'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['webp', 'image/webp'],
])
