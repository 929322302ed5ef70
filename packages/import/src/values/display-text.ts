import { decodeHTMLStrict } from 'entities/decode'

const entity = /&#?[0-9a-z]{1,32};/gi

/** Decodes display text once: `R&#038;B` is `R&B`, and `&amp;lt;` is `&lt;`. Entities that name no character stay. */
export const fromDisplayText = (text: string): string =>
  text.replace(entity, (found) => {
    const character = decodeHTMLStrict(found)
    return character === '\ufffd' ? found : character
  })
