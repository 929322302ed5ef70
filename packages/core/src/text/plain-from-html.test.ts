import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainFromHtml } from './fold.ts'
import { linesFromHtml } from './plain-from-html.ts'

describe('tags', () => {
  test.each([
    ['plain', 'plain'],
    ['', ''],
    ['<p>Hello</p><p>World</p>', 'Hello World'],
    ['Hel<b>lo</b>', 'Hello'],
    ['a<i>b</i><em>c</em><strong>d</strong><a href="x">e</a><span>f</span><code>g</code><u>h</u>', 'abcdefgh'],
    ['H<sub>2</sub>O x<sup>2</sup> <s>no</s><small>s</small><mark>m</mark><abbr title="x">n</abbr>', 'H2O x2 nosmn'],
    ['Donau<wbr>dampf', 'Donaudampf'],
    ['one<br>two<br/>three<BR >four', 'one two three four'],
    ['<UL><LI>a<LI>b</UL>', 'a b'],
    ['a<img src="x" alt="y">b', 'a b'],
    ['<b\nclass="x"\n>a</b\n>b', 'ab'],
    ['<unknown>a</unknown>b', 'a b'],
    ['<bx>a', 'a'],
    ['a<bx>b', 'a b'],
    ['<a title="1 > 0">link</a>', 'link'],
    ["<a title='1 > 0' href=x>link</a>", 'link'],
    ['<a title = "1 > 0">link</a>', 'link'],
    ["<b it's>bold</b> it's", "bold it's"],
    ['<a title="never closed>text</a>', 'text'],
    ["<a title=\"never closed> it's <b title='x'>text</b>", "it's text"],
    ['<!DOCTYPE html><p>a', 'a'],
    ['a<?xml version="1.0"?>b', 'a b'],
    ['  a \n\t b&nbsp; c ', 'a b c'],
  ])('%j reads %j', (html, text) => {
    expect(plainFromHtml(html)).toBe(text)
  })
})

describe('a `<` that starts no tag is text', () => {
  test.each([
    '1 < 2',
    '1 <2',
    '2 > 1',
    'a <',
    '<',
    '<<<',
    '<3 music',
    '</ a>',
    '</>',
    '<>',
    'kids <a year old',
    'x <b',
    '<a href="x"',
    '<a href=">"',
    '<é>',
    '<! never ends',
    '<? never ends',
  ])('%j', (text) => {
    expect(plainFromHtml(text)).toBe(text)
  })

  test.each([
    ['<p>1 < 2</p>', '1 < 2'],
    ['<<b>a</b>', '<a'],
    ['<b>a</b> <a href="', 'a <a href="'],
    ["<a ='>' <b \">", ''],
  ])('%j reads %j', (html, text) => {
    expect(plainFromHtml(html)).toBe(text)
  })
})

describe('comments, scripts and styles', () => {
  test.each([
    ['a<!-- b -->c', 'ac'],
    ['a<!-- <b> > -- -->c', 'ac'],
    ['a<!-->c', 'ac'],
    ['a<!--->c', 'ac'],
    ['a<!---->c', 'ac'],
    ['a<!-- never closed <p>b</p>', 'a'],
    ['a<!--', 'a'],
    ['a<script>b < c; "</p>"</script>d', 'a d'],
    ['a<SCRIPT type="x>y">b</Script >d', 'a d'],
    ['a<script>b</scripty>c</script/>d', 'a d'],
    ['a<style>p { color: red }</style>d', 'a d'],
    ['a<style><!-- p --></style>d', 'a d'],
    ['a<script>never closed', 'a'],
    ['a<script>b</style>c</script>d', 'a d'],
    ['</script>a', 'a'],
    ['a<scripts>b', 'a b'],
    ['<p title="<script>">a</p>', 'a'],
    ['<!-- <script> -->a', 'a'],
  ])('%j reads %j', (html, text) => {
    expect(plainFromHtml(html)).toBe(text)
  })
})

describe('character references', () => {
  test.each([
    ['&lt;b&gt;', '<b>'],
    ['Q&amp;A', 'Q&A'],
    ['&quot;a&quot; &#39;b&#39; &apos;c&apos;', "\"a\" 'b' 'c'"],
    ['a&nbsp;b', 'a b'],
    ['&amp;lt;', '&lt;'],
    ['&amp;amp;', '&amp;'],
    ['&#233;&#xe9;&#XE9;&#x1F600;', 'ééé😀'],
    ['&#0;&#1;&#x80;&#xD800;&#x110000;&#99999999999999999999;', '\uFFFD'.repeat(6)],
    ['a&#10;b&#9;c', 'a b c'],
    ['&#00000000000065;', 'A'],
    ['&am<b>p;</b>', '&amp;'],
    ['&eacute; &unknown; & &; &# &#; &#x; &#xg; &lt &LT;', '&eacute; &unknown; & &; &# &#; &#x; &#xg; &lt &LT;'],
    ['<a title="&quot;>">x</a>', 'x'],
  ])('%j reads %j', (html, text) => {
    expect(plainFromHtml(html)).toBe(text)
  })
})

describe('hostile text', () => {
  const size = 65_536
  const fragments = [
    '<',
    '<a ',
    '</',
    '<!',
    '<!--',
    '<!-- -->',
    '<?',
    '<b>',
    '&',
    '&#',
    '&#1',
    '&lt',
    '<a "',
    '<a ="',
    "<a ='",
    '<a =',
    '<a = ',
    '<script>',
    '</script',
  ]
  const endings = ['', '>', '">', "'>", '=">"', '-->']
  test.each(fragments.flatMap((fragment) => endings.map((ending) => [fragment, ending] as const)))(
    'repeated %j, then %j, gives no longer text',
    (fragment, ending) => {
      const html = `${fragment.repeat(size / fragment.length)}${ending}`
      expect(plainFromHtml(html).length).toBeLessThanOrEqual(html.length)
    },
  )

  test.each([
    `${'<a =" >"'.repeat(9_000)}`,
    `${'<a ="'.repeat(12_000)}>"`,
    `${'<script>'.repeat(4_000)}${'</script '.repeat(4_000)}`,
    `<a ${' '.repeat(size)}`,
    `<${'a'.repeat(size)}`,
  ])('mixed fragments give no longer text: case %#', (html) => {
    expect(plainFromHtml(html).length).toBeLessThanOrEqual(html.length)
  })
})

test('the text between well-formed tags stays', () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'é', '1', '😀', '!'), minLength: 1, maxLength: 5 })
  const markup = fc.constantFrom(
    '<p>',
    '</p>',
    '<br/>',
    '<a href="x>y">',
    "<td title='<p>'>",
    '<!-- x > y -->',
    '<script>if (a < b) "</p>"</script>',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(words, markup)), (parts) => {
      const html = parts.map(([word, tag]) => ` ${word} ${tag}`).join('')
      expect(plainFromHtml(html)).toBe(parts.map(([word]) => word).join(' '))
    }),
  )
})

test('any fragments of markup give a trimmed text that is no longer', () => {
  const fragment = fc.constantFrom(
    '<',
    '>',
    '/',
    '"',
    "'",
    '=',
    ' ',
    '!',
    '-',
    '--',
    'a',
    'script',
    '<b',
    '</b>',
    '&',
    '#',
    ';',
    'lt',
    '60',
    'x3c',
    '\n',
    '😀',
    '\uD83D',
  )
  fc.assert(
    fc.property(fc.string({ unit: fragment, maxLength: 60 }), (html) => {
      const text = plainFromHtml(html)
      expect(text.length).toBeLessThanOrEqual(html.length)
      expect(text).toBe(text.trim())
    }),
    { numRuns: 3_000 },
  )
})

describe('linesFromHtml', () => {
  test.each([
    ['<p>Hello\n  there</p>\n<p>World</p>', 'Hello there\nWorld'],
    ['one<br>two<br/> three', 'one\ntwo\nthree'],
    ['<ul><li>a</li> <li>b <b>c</b></li></ul>d', 'a\nb c\nd'],
    ['a &amp; b&nbsp; c', 'a & b c'],
    ['<div><div></div></div>', ''],
  ])('%j reads %j', (html, text) => {
    expect(linesFromHtml(html)).toBe(text)
  })
})
