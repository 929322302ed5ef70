import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromDisplayText, toDisplayText } from './entities.ts'

test.each([
  ['R&B', 'R&#038;B'],
  ['1 < 2 > 0', '1 &lt; 2 &gt; 0'],
  [`"It's"`, '&#8220;It&#8217;s&#8221;'],
  [`'Hi'`, '&#8216;Hi&#8217;'],
  [`Rock 'n' Roll`, 'Rock &#8216;n&#8217; Roll'],
  [`Summer of '69, '69`, 'Summer of &#8217;69, &#8217;69'],
  [`("Live")-"Set" ["x"]`, '(&#8220;Live&#8221;)-&#8220;Set&#8221; [&#8220;x&#8221;]'],
  [`"'Hi'."`, '&#8220;&#8216;Hi&#8217;.&#8221;'],
  ['12" single', '12&#8221; single'],
  [`' " `, '&#8217; &#8221; '],
  ['Don’t – “now”…', 'Don&#8217;t &#8211; &#8220;now&#8221;&#8230;'],
  ['Café 🎷', 'Café 🎷'],
  ['AT&amp;T', 'AT&#038;amp;T'],
])('%s is displayed as %s', (text, displayed) => expect(toDisplayText(text)).toBe(displayed))

test.each([
  ['R&amp;B', 'R&B'],
  ['&#x2019;&#8217;', '’’'],
  ['&lt;b&gt;&quot;&apos;&nbsp;', '<b>"\'\u00a0'],
  ['Taiz&eacute;, Gro&szlig;e &Ouml;ffnung, &hellip;&euro;&CounterClockwiseContourIntegral;', 'Taizé, Große Öffnung, …€∳'],
  ['&amp;lt; &amp;eacute;', '&lt; &eacute;'],
  ['&copy', '&copy'],
  ['&unknown; &#0; &#xD800; &#99999999; &#1114112; & &;', '&unknown; &#0; &#xD800; &#99999999; &#1114112; & &;'],
])('%s is read as %s', (displayed, text) => expect(fromDisplayText(displayed)).toBe(text))

/** A text whose quotation marks and apostrophes are straight. */
const straight = (text: string): string => text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'")

test('a text that is displayed and read is the same text but for the form of its quotation marks', () => {
  const isKept = (text: string): boolean => straight(fromDisplayText(toDisplayText(text))) === straight(text)
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), isKept))
  fc.assert(fc.property(fc.stringMatching(/^[&#;<ampltx0-9]*$/), isKept))
  fc.assert(fc.property(fc.stringMatching(/^["'a (]*$/), isKept))
})
