/** Characters that display text has as entities: those of HTML, and typographic punctuation. */
const special = /[&<>"'\u2010-\u2027]/g

const names: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Encodes plain text as display text, which pages put into HTML as it is: `R&B` becomes `R&#038;B`. */
export const toDisplayText = (text: string): string =>
  text.replace(special, (character) => names[character] ?? `&#${String(character.charCodeAt(0)).padStart(3, '0')};`)

const entity = /&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/g

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** Decodes display text once. Entities that name no character stay. */
export const fromDisplayText = (text: string): string =>
  text.replace(entity, (found, decimal?: string, hexadecimal?: string, name?: string) =>
    name !== undefined
      ? (characters[name] ?? found)
      : (toCharacter(decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)) ?? found),
  )

const toCharacter = (code: number): string | undefined =>
  code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? undefined : String.fromCodePoint(code)
