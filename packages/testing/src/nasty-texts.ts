/** A string that stores are known to handle wrongly. */
export interface NastyText {
  /** Stable name. */
  readonly key: string
  /** A description of the string, to complete "text fields keep …". */
  readonly title: string
  /** The string: well-formed, without NUL. */
  readonly text: string
}

const rows: readonly (readonly [key: string, title: string, text: string])[] = [
  ['empty', 'the empty text', ''],
  ['percent', 'a percent sign', '100% wool, 5%'],
  ['underscore', 'an underscore', 'snake_case_'],
  ['escape', 'an exclamation mark', 'Hi! 50!% !_ !!'],
  ['backslash', 'backslashes', 'C:\\new\\table\\\\'],
  ['brackets', 'square brackets', '[a-z] [^b] []'],
  ['star', 'stars and question marks', '*.? **'],
  ['quotes', 'quotes of all sorts', `it's "so" \`said\` ''--`],
  ['sql', 'text that looks like SQL', `'; drop table events; -- /* $1 ? :a @b`],
  ['json', 'text that looks like JSON', '{"a":[1,null,"\\u0000"]}'],
  ['markup', 'text that looks like markup', '<b>&amp;</b> <!-- -->'],
  ['separators', 'commas and other separators', 'a,b;c|d:e/f\\g=h&i'],
  ['white-space', 'tabs and line breaks', '\tone\ntwo\r\nthree\t\n'],
  ['outer-spaces', 'spaces at both ends', '  two on each side  '],
  ['spaces-only', 'only spaces', '   '],
  ['number', 'text that looks like a number', '007.10e3'],
  ['null', 'text that looks like null', 'null'],
  ['boolean', 'text that looks like a boolean', 'true'],
  ['date', 'text that looks like a date', '2026-01-01T00:00:00.000Z'],
  ['prototype', 'names of prototype members', '__proto__ constructor toString'],
  ['capitals', 'capitals and small letters', 'aAbB ÀàÉé'],
  ['turkish', 'the four Turkish letters i', 'iIıİ'],
  ['sharp-s', 'a sharp s', 'Straße STRASSE ẞ'],
  ['composed', 'composed and decomposed accents', 'caf\u00e9 cafe\u0301'],
  ['marks', 'stacked combining marks', 'Z\u0351\u036b\u0343a\u0300\u0301\u0302'],
  ['emoji', 'emoji, joined and coloured ones too', '🎉 👩‍👩‍👧‍👦 👍🏽 🇩🇪 1️⃣'],
  ['right-to-left', 'right-to-left text with direction marks', 'مرحبا \u202bשלום\u202c \u200f'],
  ['cjk', 'Chinese, Japanese and Korean text', '漢字 かな カナ 한글 𠮷野家'],
  ['invisible', 'invisible characters', 'a\u00adb\u200bc\u200dd\ufeffe\u00a0f'],
  ['last-code-points', 'the last code points of the planes', '\ud7ff\ue000\uffff\ufffd\u{10000}\u{10ffff}'],
  ['line-separators', 'line separators of Unicode', 'a\u2028b\u2029c\u0085d'],
]

/** Strings that stores are known to handle wrongly: wildcards, quotes, white space, case, marks, planes. */
export const nastyTexts: readonly NastyText[] = rows.map(([key, title, text]) => ({ key, title, text }))

/** A string of that many four-byte characters; they repeat after 40,000. */
export function wideText(codePoints: number): string {
  return Array.from({ length: codePoints }, (_, i) => String.fromCodePoint(0x20000 + (i % 40_000))).join('')
}
