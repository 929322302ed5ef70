import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeMarkup } from './escape-html.ts'

test.each([
  ['', ''],
  ['plain & simple > "quoted"', 'plain & simple > "quoted"'],
  ['<script>alert(1)</script>', '&lt;script>alert(1)&lt;/script>'],
  ['1 < 2', '1 &lt; 2'],
  ['&lt;b>', '&lt;b>'],
  ['<<', '&lt;&lt;'],
  ['$& <', '$& &lt;'],
])('%j becomes %j', (html, expected) => {
  expect(escapeMarkup(html)).toBe(expected)
})

test('leaves no tag, changes nothing else, and changes nothing when it is applied again', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '&', 'lt;', '/', 'a', '"', '😀', '\n') }), (html) => {
      const safe = escapeMarkup(html)
      expect(safe).not.toContain('<')
      expect(safe.split('&lt;')).toEqual(html.split(/<|&lt;/))
      expect(escapeMarkup(safe)).toBe(safe)
    }),
  )
})
