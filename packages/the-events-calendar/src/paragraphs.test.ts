import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toParagraphs } from './paragraphs.ts'

test.each([
  ['', ''],
  ['  \n ', ''],
  ['One line', '<p>One line</p>'],
  ['One\nTwo', '<p>One<br />\nTwo</p>'],
  ['One\r\nTwo\r\n\r\nThree', '<p>One<br />\nTwo</p>\n<p>Three</p>'],
  ['One \n \n\n Two', '<p>One</p>\n<p>Two</p>'],
  ['One<br>\nTwo<br />\nThree', '<p>One<br>\nTwo<br />\nThree</p>'],
  ['<b>One</b>\nTwo', '<p><b>One</b><br />\nTwo</p>'],
  ['<p>One\nline</p><p>Two</p>', '<p>One\nline</p>\n<p>Two</p>'],
  ['Intro\n<ul><li>a</li>\n<li>b</li></ul>\nEnd', '<p>Intro</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<p>End</p>'],
  ['<div class="a">\n\nText\n\n</div>', '<div class="a">\n<p>Text</p>\n</div>'],
  ['<pre>a\n\nb</pre>', '<pre>a\n\nb</pre>'],
  ['<picture> & <param>', '<p><picture> & <param></p>'],
])('%j is shown as %j', (text, shown) => expect(toParagraphs(text)).toBe(shown))

test('what is shown once is shown as it is', () => {
  const parts = fc.constantFrom('a', 'b c', '\n', '\n\n', '<br />', '<p>d</p>', '<ul>', '<li>e</li>', '</ul>', '<i>f</i>')
  fc.assert(
    fc.property(fc.array(parts), (fragments) => {
      const shown = toParagraphs(fragments.join(''))
      expect(toParagraphs(shown)).toBe(shown)
    }),
  )
})

// Eight times the longest description: quadratic time would take minutes, longer than a test may.
test.each(['\n', 'a\n', '<br>\n', 'a<br />\n', '<p>', '</p>', '<p', '<b>\n', 'a\n\n'])('%j many times does not hang', (fragment) => {
  const text = fragment.repeat(524_288 / fragment.length)
  const count = (html: string): number => html.split('a').length
  expect(count(toParagraphs(text))).toBe(count(text))
})
