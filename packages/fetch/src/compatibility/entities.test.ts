import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromDisplayText, toDisplayText } from './entities.ts'

test.each([
  ['R&B', 'R&#038;B'],
  ['1 < 2 > 0', '1 &lt; 2 &gt; 0'],
  [`"It's"`, '&quot;It&#039;s&quot;'],
  ['Don’t – “now”…', 'Don&#8217;t &#8211; &#8220;now&#8221;&#8230;'],
  ['Café 🎷', 'Café 🎷'],
  ['AT&amp;T', 'AT&#038;amp;T'],
])('%s is displayed as %s', (text, displayed) => expect(toDisplayText(text)).toBe(displayed))

test.each([
  ['R&amp;B', 'R&B'],
  ['&#x2019;&#8217;', '’’'],
  ['&lt;b&gt;&quot;&apos;&nbsp;', '<b>"\'\u00a0'],
  ['&amp;lt;', '&lt;'],
  ['&copy; &#0; &#xD800; &#99999999; &#1114112; &', '&copy; &#0; &#xD800; &#99999999; &#1114112; &'],
])('%s is read as %s', (displayed, text) => expect(fromDisplayText(displayed)).toBe(text))

test('a text that is displayed and read is the same text', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => fromDisplayText(toDisplayText(text)) === text))
  fc.assert(fc.property(fc.stringMatching(/^[&#;<ampltx0-9]*$/), (text) => fromDisplayText(toDisplayText(text)) === text))
})
