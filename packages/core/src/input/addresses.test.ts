import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emailField, imageField, isUrl, urlField } from './addresses.ts'
import type { Schema } from './schemas.ts'

const refused = Symbol('refused')
const read = (schema: Schema, value: unknown): unknown => {
  const result = schema.safeParse(value)
  return result.success ? result.data : refused
}

const long = (length: number): string => `https://example.org/${'a'.repeat(length - 20)}`

describe('web addresses', () => {
  test.each([
    'https://example.org',
    'http://example.org/',
    'HTTPS://EXAMPLE.ORG/Path',
    'https://example.org:8443/a?b=c&d=%20#e',
    'https://example.org?q=1',
    'https://example.org#top',
    'http://localhost:3000/',
    'http://127.0.0.1/',
    'http://[::1]:8080/x',
    'http://[2001:DB8:0:0:8:800:200C:417A]/',
    'http://[::ffff:192.0.2.1]:65535/',
    'http://[::]/',
    'https://example.org./',
    'https://münchen.example/grüße',
    'https://例え.jp/',
    'https://xn--mnchen-3ya.example/',
    'https://example.org/@user/1',
    'https://example.org/a:b@c',
    'https://example.org/%00',
    "https://example.org/it's",
    long(2_048),
  ])('%s is accepted', (text) => expect(read(urlField, text)).toBe(text))

  test('the check without a schema takes the same texts', () => {
    const parts = fc.constantFrom(
      'https://',
      'HTTP://',
      'example.org',
      '[::1]',
      ':80',
      '/',
      '?',
      '\u0000',
      '\ud800',
      '\ufeff',
      'ä',
      '\t',
      ' ',
    )
    const expectSame = (given: string): void => {
      const text = given.trim()
      expect(isUrl(text), text).toBe(text !== '' && urlField.safeParse(text).success)
    }
    for (const text of ['', long(2_048), long(2_049)]) expectSame(text)
    fc.assert(fc.property(fc.array(parts, { maxLength: 6 }), (some) => expectSame(some.join(''))))
  })

  test('ends are trimmed', () => expect(read(urlField, ' https://example.org/\n')).toBe('https://example.org/'))
  test.each([null, '', '  ', '\t\n'])('%o means no address', (value) => expect(read(urlField, value)).toBe(''))

  test.each<unknown>([
    'example.org',
    '//example.org/',
    '/path',
    'https://',
    'https:///path',
    'https:/example.org',
    'https:example.org',
    'ftp://example.org/',
    'javascript:alert(1)',
    'JavaScript://example.org/%0Aalert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'mailto:a@example.org',
    'https://user@example.org/',
    'https://user:password@example.org/',
    'https://:@example.org/',
    'https://example.org\\@evil.example/',
    'https://exa mple.org/',
    'https://example.org/a b',
    'https://example.org/"onclick="x',
    'https://example.org/<script>',
    'https://example.org:99999/',
    'https://example.org:x/',
    'https://-example.org/',
    'https://example..org/',
    'https://.example.org/',
    'https://[::1/',
    'https://[::1]:99999/',
    'https://[::1]:x/',
    'https://[::1]x/',
    'https://[.]/',
    'https://[]/',
    'https://[:::]/',
    'https://[1::2::3]/',
    'https://[1:2:3:4:5:6:7]/',
    'https://[1:2:3:4:5:6:7:8:9]/',
    'https://[1::2:3:4:5:6:7:8]/',
    'https://[::12345]/',
    'https://[::g]/',
    'https://[192.0.2.1]/',
    'https://[::192.0.2.256]/',
    'https://[192.0.2.1::]/',
    `https://${'a'.repeat(64)}.example/`,
    'https://example.org/\u0000',
    'https://example.org/\u202E\u0007',
    long(2_049),
    5,
    true,
    false,
    {},
    [],
    ['https://example.org/'],
  ])('%s is refused', (value) => expect(read(urlField, value)).toBe(refused))

  test('IPv6 hosts are those that browsers accept', () => {
    const part = fc.constantFrom(':', '::', '0', '1', 'ab', 'FFFF', '12345', 'g', '.', '1.2.3.4', '255.0.0.256', '01.2.3.4')
    const host = fc.array(part, { maxLength: 18 }).map((parts) => parts.join(''))
    const long = fc.array(fc.constantFrom('0', 'a', 'FFFF'), { minLength: 6, maxLength: 9 }).map((groups) => groups.join(':'))
    fc.assert(
      fc.property(
        fc.oneof(
          host,
          long,
          fc.tuple(long, host).map((parts) => parts.join('::')),
        ),
        fc.constantFrom('', ':0', ':65535', ':65536'),
        (ip, end) => {
          const text = `https://[${ip}]${end}/`
          expect(read(urlField, text)).toBe(URL.canParse(text) ? text : refused)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('a text made for exponential backtracking in a careless pattern is refused', () => {
    expect(read(urlField, `https://${'a-'.repeat(900)}!`)).toBe(refused)
    expect(read(urlField, `https://${'a.'.repeat(900)}!`)).toBe(refused)
  })
})

describe('e-mail addresses', () => {
  test.each([
    'info@example.org',
    'first.last+tag@sub.example.org',
    "o'neil@example.org",
    'a@localhost',
    'grüße@münchen.example',
    '1@2.example',
    '{x}|y@example.org',
    `${'a'.repeat(64)}@example.org`,
  ])('%s is accepted', (text) => expect(read(emailField, text)).toBe(text))

  test('ends are trimmed', () => expect(read(emailField, ' info@example.org ')).toBe('info@example.org'))
  test.each([null, '', '   '])('%o means no address', (value) => expect(read(emailField, value)).toBe(''))

  test.each<unknown>([
    'info',
    '@example.org',
    'info@',
    'info@@example.org',
    'a@b@example.org',
    'in fo@example.org',
    'info@exa mple.org',
    '.info@example.org',
    'info.@example.org',
    'in..fo@example.org',
    'info@example..org',
    'info@-example.org',
    'info@.org',
    'Info <info@example.org>',
    'mailto:info@example.org',
    'a@example.org,b@example.org',
    'a@example.org;b@example.org',
    '"quoted"@example.org',
    'info@[127.0.0.1]',
    'info@example.org\nBcc: x@example.org',
    'info\u0000@example.org',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b'.repeat(64)}.example`,
    `${'a'.repeat(64)}@${'b.'.repeat(300)}example`,
    5,
    false,
    {},
    ['info@example.org'],
  ])('%s is refused', (value) => expect(read(emailField, value)).toBe(refused))
})

describe('images', () => {
  test.each<[unknown, unknown]>([
    [null, null],
    [false, null],
    ['', null],
    ['  ', null],
    [7, 7],
    ['7', 7],
    ['https://example.org/a.png', 'https://example.org/a.png'],
    [{ id: 7 }, 7],
    [{ id: '7' }, 7],
    [{ id: 7, url: 'https://example.org/a.png', width: 100 }, 7],
    [{ url: 'https://example.org/a.png' }, 'https://example.org/a.png'],
    [{ id: null, url: 'https://example.org/a.png' }, 'https://example.org/a.png'],
    [0, refused],
    ['0', refused],
    [-1, refused],
    [1.5, refused],
    ['1.5', refused],
    [2 ** 53, refused],
    [true, refused],
    ['a.png', refused],
    ['/a.png', refused],
    ['data:image/png;base64,AAAA', refused],
    ['javascript:alert(1)', refused],
    ['https://user:password@example.org/a.png', refused],
    [{}, refused],
    [{ id: 0 }, refused],
    [{ id: 'x' }, refused],
    [{ url: '' }, refused],
    [{ url: false }, refused],
    [{ url: 7 }, refused],
    [[], refused],
    [[7], refused],
    [Number.NaN, refused],
  ])('%o gives %o', (value, expected) => expect(read(imageField, value)).toBe(expected))
})
