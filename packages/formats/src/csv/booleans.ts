/** The words for booleans: those of the REST interface, and those of Excel in German, French and Spanish. */
const booleans = new Map([
  ...['true', '1', 'yes', 'on', 'wahr', 'vrai', 'verdadero'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off', 'falsch', 'faux', 'falso'].map((word) => [word, false] as const),
])

/** The boolean that a word names, in any letter case; undefined for any other text. */
export const toBoolean = (text: string): boolean | undefined => booleans.get(text.trim().toLowerCase())
