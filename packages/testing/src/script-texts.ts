/** Words of one script that differ by as little as a mark. */
export interface ScriptWords {
  /** The name of the script, in lower case. */
  readonly script: string
  /** A word. */
  readonly word: string
  /** Other spellings of the word: folding makes them equal to it. */
  readonly same: readonly string[]
  /** Other words: folded, they differ from the word and from each other. */
  readonly other: readonly string[]
}

const rows: readonly (readonly [script: string, word: string, same: readonly string[], other: readonly string[]])[] = [
  ['latin', 'Zoë', ['zoe', 'ZOE\u0308', 'ＺＯË'], ['Zoa', 'Zo-e']],
  ['greek', 'Μουσικός', ['ΜΟΥΣΙΚΟΣ', 'μουσικοσ', 'Μουσικο\u0301ς'], ['Μουσική']],
  ['cyrillic', 'мой', ['МОЙ', 'мои\u0306', 'мо\u0301й'], ['мои', 'моў']],
  ['macedonian', 'ѓакон', ['ЃАКОН', 'г\u0301акон', 'ѓако\u0301н'], ['гакон']],
  ['ukrainian', 'п’їса', ["П'ЇСА", 'пїса', 'пі\u0308са'], ['піса']],
  ['hebrew', 'שלום', ['שָׁלוֹם', 'שׁלום', 'של\u05bcו\u05b9ם'], ['שלומ', 'שלוב']],
  ['arabic', 'مرأة', ['مَرْأَة', 'مرا\u0654ة', 'مـرأة'], ['مراة', 'مرآة']],
  ['devanagari', 'मिल', ['मि\u200dल', 'मिल\u200b'], ['मील', 'मल', 'मिलं']],
  ['nukta', 'क\u093cलम', ['\u0958लम'], ['कलम', 'ख\u093cलम']],
  ['bengali', 'ব\u09a1\u09bc', ['ব\u09dc'], ['বড', 'বাড়']],
  ['tamil', 'கொடி', ['க\u0bc6\u0bbeடி'], ['கோடி', 'காடி']],
  ['thai', 'ไม้', ['ไม\u200b้'], ['ไม่', 'ไม', 'ใม้']],
  ['thai am', 'น้ำ', ['น\u0e49\u0e4d\u0e32'], ['นำ', 'น้า']],
  ['lao', 'ເຂົ້າ', ['ເຂົ\u200b້າ'], ['ເຂົາ', 'ເຂົ່າ']],
  ['khmer', 'ផ្ទះ', ['ផ្\u200bទះ'], ['ផ្ទុះ', 'ផទះ']],
  ['myanmar', 'မြ\u102d\u102f\u1037', ['မြ\u102d\u102f\u200d\u1037'], ['မြိုး', 'မြို']],
  ['tibetan', 'བོད', ['བོ\u2060ད'], ['བེད', 'བོདི']],
  ['kana', 'バス', ['ﾊﾞｽ', 'ハ\u3099ス'], ['ハス', 'パス', 'ばす']],
  ['han', '葛城', ['葛\u{e0100}城'], ['葛木', '城葛']],
  ['hangul', '서울', ['서울'.normalize('NFD')], ['서을', '소울']],
  ['georgian', 'თბილისი', ['ᲗᲑᲘᲚᲘᲡᲘ'], ['თბილისო']],
  ['armenian', 'Երևան', ['ԵՐԵՒԱՆ'], ['Երեան']],
]

/** Words of the scripts of the world; no word of one row is equal to a word of another one. */
export const scriptWords: readonly ScriptWords[] = rows.map(([script, word, same, other]) => ({ script, word, same, other }))
