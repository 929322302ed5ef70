/** A request body that is expensive to process, close to the limit of 1 MiB. */
export interface HostileBody {
  /** A description of its content. */
  readonly name: string
  /** The text that its strings repeat; empty for bodies with hostile JSON syntax. */
  readonly fragment: string
  /** The body as JSON. */
  readonly json: string
}

const maxBytes = 1_048_576
const times = { title: 'Choir', start_date: '2031-05-31 19:30', end_date: '2031-05-31 21:00' }

/** Texts for hostile strings: each is expensive for a parser, the sanitizer or Unicode normalization when it is repeated. */
export const fragments: readonly string[] = [
  ...[
    '<',
    '>',
    '&',
    '"',
    "'",
    '=',
    '/',
    '-',
    '!',
    '?',
    '<>',
    '</',
    '<a',
    '<a>',
    '</a>',
    '<a ',
    '<a href=',
    '<a href="',
    '<a href="x">',
    '<p>',
  ],
  ...[
    '<b>',
    '<b><i>',
    '<b></i>',
    '<b></b>',
    '<b>a</b>',
    '<p>a</p>',
    '<a></a>',
    '<a b c d e f g>',
    '<div/>',
    '</b>',
    '<td>a</td>',
    '<table><tr><td>',
    '<li>',
    '<option>',
    '<svg>',
    '<script>',
    '<style>',
    '<textarea>',
    '<title>',
    '<!--',
    '<!-->',
    '-->',
  ],
  ...[
    '<!',
    '<?',
    '<![CDATA[',
    ']]>',
    '<br>',
    '<br/>',
    '<img src=x>',
    '<a b c d e f>',
    '<a b=1 c=2>',
    '&amp;',
    '&amp',
    '&#60;',
    '&#x3c;',
    '&#1',
    '&lt;',
  ],
  ...[
    '&notit;',
    '&NotEqualTilde;',
    '&&amp;',
    '\u0301',
    'e\u0301',
    '\u0345',
    '\uFDFA',
    '\u3300',
    'ﬃ',
    'ß',
    'İ',
    '각',
    '\u1100\u1161\u11A8',
    '𝔘',
    '👩‍🚀',
  ],
  ...[
    '\u200B',
    '\u00AD',
    '\uFEFF',
    ' ',
    '\n',
    '\t ',
    '\u00A0',
    '1',
    '1,',
    '1.1,',
    '$1',
    'kr.',
    'a',
    'a ',
    'A',
    '-a',
    '@',
    'a@',
    '.',
    'a.',
    '%',
    ':',
    '\\',
    '/.',
  ],
  ...[
    '\u0300\u0316',
    '\u0F71\u0F72',
    '\u1D160',
    '\u{1D160}',
    '\u03B1\u0345',
    '<a href="http://u:p@h">',
    '<h1>',
    '</p>',
    '<p',
    '<td><table>',
    '<d ',
  ],
]

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2

/** Repeats a fragment up to a limit of code points and bytes. */
function filled(fragment: string, codePoints: number, bytes: number): string {
  return fragment.repeat(Math.max(0, Math.floor(Math.min(codePoints / [...fragment].length, bytes / bytesOf(fragment)))))
}

const room = maxBytes - 20_000

/** Fills a body with the descriptions of an event and of nested records, all of one fragment. */
function descriptions(fragment: string): HostileBody {
  const one = filled(fragment, 65_536, room)
  const count = Math.max(1, Math.min(200, Math.floor(room / Math.max(1, bytesOf(one))) - 1))
  const nested = Array.from({ length: count }, (_, i) => i)
  const html = (i: number): object => ({ ...(i % 2 === 0 ? { description: one } : { excerpt: one }) })
  const body = {
    ...times,
    description: one,
    venue: nested.filter((i) => i % 2 === 0).map((i) => ({ venue: `V${i}`, ...html(i) })),
    organizer: nested.filter((i) => i % 2 === 1).map((i) => ({ organizer: `O${i}`, ...html(i) })),
  }
  return { name: `descriptions of ${JSON.stringify(fragment)}`, fragment, json: JSON.stringify(body) }
}

/** Names, lines and addresses of 200 nested records and 200 terms, all of one fragment. */
function lines(fragment: string): HostileBody {
  const share = Math.floor(room / 100 / 2)
  const line = (length: number, part: number): string => filled(fragment, length, share * part)
  const names = Array.from({ length: 100 }, (_, i) => i)
  const body = {
    ...times,
    cost: line(500, 0.1),
    categories: names.map((i) => `${i}${line(190, 0.1)}`),
    tags: names.map((i) => `${i}${line(190, 0.1)}`),
    venue: names.map((i) => ({
      venue: `${i}${line(190, 0.1)}`,
      address: line(500, 0.1),
      city: line(500, 0.1),
      phone: line(500, 0.1),
      slug: line(200, 0.1),
    })),
    organizer: names.map((i) => ({
      organizer: `${i}${line(190, 0.1)}`,
      website: `http://${line(2000, 0.4)}`,
      email: `${line(200, 0.1)}@${line(200, 0.1)}`,
    })),
  }
  return { name: `lines of ${JSON.stringify(fragment)}`, fragment, json: JSON.stringify(body) }
}

/** A string far beyond every limit, in each field of an event. */
function tooLong(fragment: string): readonly HostileBody[] {
  const text = filled(fragment, room, room)
  return [
    'title',
    'start_date',
    'timezone',
    'cost',
    'website',
    'slug',
    'author',
    'date',
    'status',
    'all_day',
    'image',
    'venue',
    'tags',
    'description',
    'post_parent',
  ].map((name) => ({
    name: `${name} of a mebibyte of ${JSON.stringify(fragment)}`,
    fragment,
    json: JSON.stringify({ ...times, [name]: text }),
  }))
}

/** Hostile JSON: wide, deep, with many keys, escapes and digits. */
const shapes: readonly (readonly [string, string])[] = [
  ['empty lists', `{"a":[${'[],'.repeat(340_000)}[]]}`],
  ['empty objects', `{"a":[${'{},'.repeat(340_000)}{}]}`],
  ['deep lists', `{"a":[${`${'['.repeat(18)}${']'.repeat(18)},`.repeat(28_000)}1]}`],
  ['too deep', `{"a":${'['.repeat(520_000)}${']'.repeat(520_000)}}`],
  ['unclosed', `{"a":${'['.repeat(1_040_000)}`],
  ['different keys', `{${Array.from({ length: 80_000 }, (_, i) => `"k${i}":1`).join()}}`],
  ['one key again and again', `{${'"a":1,'.repeat(170_000)}"a":1}`],
  ['prototype keys', `{${'"__proto__":{},'.repeat(65_000)}"a":1}`],
  ['escapes', `{"title":"${'\\u0041'.repeat(170_000)}"}`],
  ['escaped quotes', `{"a":"${'\\"'.repeat(500_000)}"}`],
  ['digits', `{"author":${'1'.repeat(1_000_000)}}`],
  ['decimals', `{"cost":0.${'1'.repeat(1_000_000)}}`],
  ['small numbers', `{"cost":[${'1e-300,'.repeat(140_000)}1]}`],
  ['numbers', `{"categories":[${'1,'.repeat(520_000)}1]}`],
  ['names of one letter', `{"tags":[${'"a",'.repeat(260_000)}"a"]}`],
  ['commas', `{"tags":"${','.repeat(1_040_000)}"}`],
  ['commas of venues', `{"venue":"${'1,'.repeat(520_000)}1"}`],
  ['white space', `{${' '.repeat(1_040_000)}"a":1}`],
  ['empty venues', `{"venue":[${'{},'.repeat(340_000)}{}]}`],
  ['venues within venues', `{"venue":[${'{"venue":{"venue":{}}},'.repeat(45_000)}{}]}`],
  ['keys of nested data', `{"venue":{${Array.from({ length: 80_000 }, (_, i) => `"k${i}":1`).join()}}}`],
]

/** All of the bodies. */
export const hostileBodies: readonly HostileBody[] = [
  ...fragments.flatMap((fragment) => [descriptions(fragment), lines(fragment)]),
  ...['a', '<', '1', '1,', ' ', '\u0301', '\uFDFA', '-', ':', '.', 'a@', '\u200B', '/'].flatMap(tooLong),
  ...shapes.map(([name, json]) => ({ name, fragment: '', json })),
]
