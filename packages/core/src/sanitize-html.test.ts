import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createHtmlSanitizer, sanitizeHtml } from './sanitize-html.ts'
import { linesFromHtml, plainFromHtml } from './text/plain-from-html.ts'

/** The texts that the library has parsed. */
const parsed: string[] = vi.hoisted(() => [])
vi.mock(import('sanitize-html'), async (original) => {
  const { default: sanitize } = await original()
  const counted = (html: string, options?: Parameters<typeof sanitize>[1]): string => {
    parsed.push(html)
    return sanitize(html, options)
  }
  return { default: Object.assign(counted, sanitize) }
})

const elementsLeftOpen = (html: string): number => {
  const left = new Map<string, number>()
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/g)) {
    left.set(name, Math.max(0, (left.get(name) ?? 0) + (slash === '' ? 1 : -1)))
  }
  return [...left].reduce((sum, [name, count]) => sum + (name === 'br' || name === 'img' ? 0 : count), 0)
}

const rel = 'rel="noopener noreferrer nofollow"'

describe('harmless markup stays as it is', () => {
  test.each([
    '',
    'plain text',
    '<p>Hello <b>bold</b> <i>i</i> <em>em</em> <strong>strong</strong> <u>u</u> <s>s</s></p>',
    '<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>',
    '<ul><li>a</li><li>b</li></ul><ol start="3" type="a"><li value="4">c</li></ol>',
    '<dl><dt>term</dt><dd>text</dd></dl>',
    '<table><caption>c</caption><thead><tr><th scope="col">h</th></tr></thead><tbody><tr><td colspan="2" rowspan="1">d</td></tr></tbody></table>',
    '<blockquote><p>quote</p></blockquote><pre><code>x = 1</code></pre><hr />',
    'a<br />b<wbr />c',
    '<p dir="rtl" lang="ar">مهرجان</p>',
    '<abbr title="Central European Time">CET</abbr> <time datetime="2026-05-03">3 May</time>',
    'H<sub>2</sub>O <sup>2</sup> <small>s</small> <mark>m</mark> <kbd>k</kbd> <del>d</del> <ins>i</ins>',
    '<img src="https://example.com/a.png" alt="A" width="10" height="20" loading="lazy" />',
    '<img src="/a.png" alt="" />',
    '<figure><img src="http://example.com/a.png" /><figcaption>c</figcaption></figure>',
    `<a href="https://example.com/?a=1&amp;b=2#c" ${rel}>x</a>`,
    `<a href="http://example.com" ${rel}>x</a>`,
    `<a href="mailto:a@example.com" ${rel}>x</a>`,
    `<a href="/path" ${rel}>x</a>`,
    ...['tel:+493012345', 'sms:+493012345', 'geo:50.81,10.7', 'webcal://example.com/town.ics'].map(
      (href) => `<a href="${href}" ${rel}>x</a>`,
    ),
    '<main><header><h1>a</h1></header><nav>b</nav><section>c</section><article>d</article><aside>e</aside><footer>f</footer></main>',
    '<details><summary>a</summary>b</details><hgroup><h2>c</h2></hgroup><address>d</address>',
    '1 &lt; 2 &amp;&amp; 3 &gt; 2',
    '👩‍🚀 日本 हिन्दी',
  ])('%s', (html) => {
    expect(sanitizeHtml(html)).toBe(html)
  })
})

describe('other markup is made safe', () => {
  test.each([
    ['<script>alert(1)</script>a', 'a'],
    ['a<SCRIPT SRC=//evil.example></SCRIPT>', 'a'],
    ['<scr<script>ipt>alert(1)</scr</script>ipt>', 'ipt&gt;alert(1)ipt&gt;'],
    ['<style>p { color: red }</style>a', 'a'],
    ['<iframe src="https://evil.example">fallback</iframe>a', 'a'],
    ['<svg onload=alert(1)><a href="x">b</a></svg>a', 'a'],
    ['<math><mtext></mtext></math>a', 'a'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>a', 'a'],
    ['<textarea></textarea><template><p>x</p></template><title>t</title>a', 'a'],
    ['<form action="x"><input name="y"><button>b</button></form>', '<div>b</div>'],
    ['<object data="x"></object><embed src="x"><video src="x"></video><base href="//x"><meta http-equiv="refresh"><link rel="x">a', 'a'],
    ['<p class="x" id="y" style="color:red" onclick="alert(1)" data-z="1">a</p>', '<p>a</p>'],
    ['<img src="x.png" onerror="alert(1)">', '<img src="x.png" />'],
    ['<img src="javascript:alert(1)">', '<img />'],
    ['<img src="data:image/svg+xml,<svg onload=alert(1)>">', '<img />'],
    ['<img src="mailto:a@example.com">', '<img />'],
    ['<img src="x" srcset="javascript:y 1x">', '<img src="x" />'],
    ['<a href="javascript:alert(1)">x</a>', `<a ${rel}>x</a>`],
    ['<a href=" java\tscript:alert(1)">x</a>', `<a ${rel}>x</a>`],
    ['<a href="&#106;avascript:alert(1)">x</a>', `<a ${rel}>x</a>`],
    ['<a href="vbscript:x">x</a>', `<a ${rel}>x</a>`],
    ['<a href="data:text/html,x">x</a>', `<a ${rel}>x</a>`],
    ['<a href="ftp://example.com">x</a>', `<a ${rel}>x</a>`],
    ['<a href="//evil.example">x</a>', `<a ${rel}>x</a>`],
    ['<a href="/a" rel="opener" target="_blank" name="n">x</a>', `<a href="/a" ${rel}>x</a>`],
    ['<a href="/a" onmouseover="alert(1)">x</a>', `<a href="/a" ${rel}>x</a>`],
    ['<a href="https://user:secret@example.com/a?b=1#c">x</a>', `<a href="https://example.com/a?b=1#c" ${rel}>x</a>`],
    ['<a href="https://user@example.com">x</a>', `<a href="https://example.com" ${rel}>x</a>`],
    ['<a href="https://:secret@example.com">x</a>', `<a href="https://example.com" ${rel}>x</a>`],
    ['<a href="HTTPS:/user:secret@example.com">x</a>', `<a href="HTTPS:/example.com" ${rel}>x</a>`],
    ['<a href="ht\ntps:\\\\user:secret@example.com">x</a>', `<a href="https:\\\\example.com" ${rel}>x</a>`],
    ['<a href="https://us&#101;r:s&#64;x@example.com">x</a>', `<a href="https://example.com" ${rel}>x</a>`],
    ['<a href="&#1; https://user:secret@example.com">x</a>', `<a href="https://example.com" ${rel}>x</a>`],
    ['<img src="https://user:secret@example.com/a.png">', '<img src="https://example.com/a.png" />'],
    ['<a href="https://example.com/@user">x</a>', `<a href="https://example.com/@user" ${rel}>x</a>`],
    ['<a href="mailto:user@example.com">x</a>', `<a href="mailto:user@example.com" ${rel}>x</a>`],
    ['<a href="/user:secret@x">x</a>', `<a href="/user:secret@x" ${rel}>x</a>`],
    ['<b>never closed', '<b>never closed</b>'],
    ['closed twice</b></p>', 'closed twice<p></p>'],
    ['<!-- comment -->a', 'a'],
    ['<!DOCTYPE html><html><head></head><body>a</body></html>', 'a'],
    ['1 < 2', '1 &lt; 2'],
    ['<unknown>a</unknown>', 'a'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['&nbsp;&eacute;', '\u00A0é'],
  ])('%j becomes %j', (html, safe) => {
    expect(sanitizeHtml(html)).toBe(safe)
  })
})

describe('words stay apart', () => {
  const wrapped = (...names: readonly string[]): readonly string[] => names.map((name) => `<${name}>One</${name}><${name}>Two</${name}>`)
  test.each([
    ...wrapped('section', 'article', 'aside', 'header', 'footer', 'main', 'nav', 'address', 'details', 'summary', 'figure', 'figcaption'),
    ...wrapped(
      'form',
      'fieldset',
      'legend',
      'center',
      'menu',
      'dir',
      'dialog',
      'search',
      'marquee',
      'button',
      'my-card',
      'ion-item',
      'SECTION',
    ),
    ...wrapped('h1', 'li', 'dt', 'dd', 'td', 'th', 'tr', 'blockquote', 'pre', 'caption', 'div', 'p', 'FORM', 'My-Card'),
    ...[
      '<form>One<form>Two',
      '<center>One<fieldset>Two',
      '<p>One<center>Two</center>',
      '<b>One<form>Two</form></b>',
      'One<hr>Two',
      'One<br/>Two',
    ],
    ...['<form class="a" data-x=">">One</form>Two', '<table><form><tr><td>One<td>Two</form></table>', '<ul><li>One<li>Two</ul>'],
    ...['One<iframe src="x"></iframe>Two', 'One<svg></svg>Two', 'One<textarea>x</textarea>Two', 'One<video src="x"></video>Two'],
    ...['One<select><option>x</select>Two', 'One<dialog open>Two</dialog>', '<section hidden onclick="a()">One</section>Two'],
    ...['<details open>One<summary>Two</summary></details>', '<dl><dt>One<dd>Two</dl>', '<form>One</form ><form >Two'],
  ])('%s', (html) => {
    const safe = sanitizeHtml(html)
    expect(plainFromHtml(safe).replace(/ +/g, ' ')).toBe('One Two')
    expect(linesFromHtml(safe)).toMatch(/^One[ \n]Two$/)
    expect(safe.replace(/<(?!\/?(?:a|img)\b)\/?[a-z0-9]+(?: \/)?>/g, '')).not.toContain('<')
    expect(sanitizeHtml(safe)).toBe(safe)
  })

  test('in any nesting of blocks', () => {
    // Without elements that end where the next one begins, such as cells and headings: their own end tags are then no break.
    const name = fc.constantFrom('form', 'section', 'center', 'div', 'fieldset', 'my-card', 'ul', 'table', 'details', 'menu')
    const { html } = fc.letrec<{ html: string }>((tie) => ({
      html: fc.oneof(
        { depthSize: 'small' },
        fc.constant('word'),
        fc.tuple(name, fc.array(tie('html'), { maxLength: 3 })).map(([tag, inner]) => `<${tag}>${inner.join('')}</${tag}>`),
      ),
    }))
    fc.assert(
      fc.property(fc.array(html, { maxLength: 4 }), (parts) => {
        const whole = parts.map((part) => `<form>${part}</form>`).join('')
        const safe = sanitizeHtml(whole)
        expect(plainFromHtml(safe)).toBe(plainFromHtml(whole))
        expect(sanitizeHtml(safe)).toBe(safe)
      }),
    )
  })
})

describe('a sanitizer with options', () => {
  test('drops more elements, and keeps their texts apart', () => {
    const sanitizer = createHtmlSanitizer({ without: ['img', 'section', 'table', 'tr', 'td'] })
    expect(sanitizer('<section>a<img src="/b.png"></section><b>c</b>')).toBe('<div>a</div><b>c</b>')
    expect(plainFromHtml(sanitizer('<table><tr><td>One</td><td>Two</td></tr></table>'))).toBe('One Two')
  })

  test('has schemes and a rel of its own', () => {
    const sanitizer = createHtmlSanitizer({ linkSchemes: ['https', 'matrix'], rel: 'ugc' })
    expect(sanitizer('<a href="matrix:r/a">x</a><a href="mailto:a@b">y</a>')).toBe('<a href="matrix:r/a" rel="ugc">x</a><a rel="ugc">y</a>')
    expect(sanitizer('<img src="https://a.example/b.png">')).toBe('<img src="https://a.example/b.png" />')
  })

  test.each([
    { linkSchemes: ['javascript'] },
    { linkSchemes: ['HTTPS'] },
    { linkSchemes: ['https:'] },
    { linkSchemes: ['data'] },
    { without: ['script'] },
    { without: ['div'] },
    { tags: ['p'] },
  ])('refuses %j', (options) => {
    expect(() => createHtmlSanitizer(options as object)).toThrow(TypeError)
  })
})

const fragments = [
  ...[
    '<',
    '>',
    '</',
    '/>',
    '<!--',
    '-->',
    '--!>',
    '<![CDATA[',
    ']]>',
    '<?',
    '&',
    '&amp;',
    '&lt;',
    '&#60;',
    '&#x3c',
    '"',
    "'",
    '=',
    ' ',
    '`',
    '\n',
    '\t',
  ],
  ...[
    '<a href="',
    '<a href=javascript:alert(1)>',
    '<a href="http://x.y/?a=1&b=2">',
    '<a href="//evil">',
    '<a href=" java\tscript:x">',
    '</a>',
    '<a rel=y target=z>',
  ],
  ...[
    '<img src=x onerror=alert(1)>',
    '<img src="',
    ' onload=',
    ' style=x',
    ' class=x',
    '<div title="',
    "<div title='\">'>",
    '<b',
    '<b>',
    '</b>',
    '<p>',
    '</p>',
  ],
  ...[
    '<li>',
    '<ul>',
    '<table>',
    '<td>',
    '<tr>',
    '</table>',
    '<caption>',
    '<col>',
    '<ruby>',
    '<rt>',
    '<pre>',
    '<h1>',
    '<br>',
    '</br>',
    '<wbr>',
    '<dd>',
    '<dt>',
  ],
  ...[
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<svg>',
    '</svg>',
    '<math>',
    '<mtext>',
    '<noscript>',
    '</noscript>',
    '<textarea>',
    '</textarea>',
    '<title>',
  ],
  ...[
    '</title>',
    '<iframe>',
    '</iframe>',
    '<xmp>',
    '</xmp>',
    '<plaintext>',
    '<template>',
    '<option>',
    '<select>',
    '<form>',
    '<body>',
    '<html>',
    '<frameset>',
    '<form>',
    '</form>',
    '<my-card>',
    '<section class=x>',
    '<base>',
  ],
  ...['text', 'é', '😀', '\u2028', '\uFEFF', '\uD800', '\0'],
]
const anyMarkup = fc.array(fc.constantFrom(...fragments), { maxLength: 40 }).map((parts) => parts.join(''))

describe('any fragments of markup', () => {
  const allowed = new RegExp(
    '^(?:section|article|aside|header|footer|main|nav|address|details|summary|hgroup|p|br|hr|div|span|h[1-6]|blockquote|pre|ul|ol|li|dl|dt|dd|fig(?:ure|caption)|table|caption|colgroup|col|thead|tbody|tfoot|tr|th|td|a|img|abbr|b|bd[io]|' +
      'cite|code|del|dfn|em|i|ins|kbd|mark|q|rp|rt|ruby|s|samp|small|strong|sub|sup|time|u|var|wbr)$',
  )

  test('sanitizing again changes nothing', () => {
    fc.assert(
      fc.property(anyMarkup, (html) => {
        const safe = sanitizeHtml(html)
        expect(sanitizeHtml(safe)).toBe(safe)
      }),
      { numRuns: 3_000 },
    )
  })

  test('every `<` starts an allowed tag with allowed attributes', () => {
    fc.assert(
      fc.property(anyMarkup, (html) => {
        for (const part of sanitizeHtml(html).split('<').slice(1)) {
          const [, name = '', attributes = ''] = /^\/?([a-z0-9]+)((?: [a-z]+(?:="[^"<>]*")?)*)(?: \/)?>/.exec(part) ?? []
          expect(name).toMatch(allowed)
          for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z]+)(?:="([^"]*)")?/g)) {
            expect(attribute).toMatch(/^(?:href|rel|src|alt|title|dir|lang)$/)
            if (attribute === 'href' || attribute === 'src') expect(value).toMatch(/^(?:https?:|(?!\s*\w+\s*:|\s*\/\s*\/))/)
          }
        }
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('hostile text', () => {
  test.each(fragments.filter((fragment) => fragment.length > 1).concat('<a', '<b><svg>', '<ul><li>', '<a><body>'))(
    '%j repeated to 16 kB is sanitized to HTML that sanitizing again does not change',
    (fragment) => {
      const safe = sanitizeHtml(fragment.repeat(16_384 / fragment.length))
      expect(sanitizeHtml(safe)).toBe(safe)
    },
  )

  const descriptions = [
    ...[
      '<',
      '>',
      '&',
      '&amp;',
      '<>',
      '<b>',
      '<a>',
      '<p>',
      '<li>',
      '<b><i>',
      '<b></i>',
      '<b></b>',
      '<a></a>',
      '<td>a</td>',
      '<h1>',
      '<svg>',
    ],
    ...[
      '</p>',
      '<br>',
      '<img src=x>',
      '<a b c d e f g>',
      '<table><tr><td>',
      '<script>',
      '<!--',
      '<a href="https://u:p@h">',
      '<div title="',
      '<a ',
    ],
  ]
  test.each(descriptions)('a description of repeated %j is parsed with limited length and depth', (fragment) => {
    parsed.length = 0
    const html = fragment.repeat(65_536 / fragment.length)
    sanitizeHtml(html)
    const units = parsed.reduce((sum, text) => sum + text.length, 0)
    // Escaped once, `<` has four characters; a result beyond the limit is not parsed again.
    expect(units).toBeLessThanOrEqual(4 * 65_536)
    for (const text of parsed) expect(elementsLeftOpen(text)).toBeLessThanOrEqual(5_000)
  })

  test.each([
    ['<b>', 5_000],
    ['<p>', 5_000],
    ['<div><b></div>', 4_999],
  ])('%j stays markup when it is repeated %i times, and becomes text when it is repeated once more', (fragment, times) => {
    expect(sanitizeHtml(fragment.repeat(times))).toMatch(/^<\w+>/)
    const text = sanitizeHtml(fragment.repeat(times + 1))
    expect(text).toMatch(/^&lt;\w+&gt;/)
    expect(text).not.toContain('<')
    expect(sanitizeHtml(text)).toBe(text)
  })

  test('tags nest no deeper than a hundred', () => {
    expect(sanitizeHtml('<div>'.repeat(5_000)).match(/<div>/g)).toHaveLength(100)
  })
})
