import { expect, test } from 'vitest'
import { checkHtml, makeSafe } from './html.ts'
import { limits } from './limits.ts'
import type { Issues } from './read.ts'

test('HTML that is too long only when it is made safe is refused, unless it is the stored one', () => {
  const given = 'x'.repeat(limits.html / 2 + 1)
  const fields = { description: { given, safe: '' } }
  makeSafe(fields, (html) => html + html)
  const issues: Issues = {}
  checkHtml(fields, {}, issues)
  expect(issues).toEqual({ description: { code: 'too_long_made_safe', max: limits.html } })
  const none: Issues = {}
  checkHtml(fields, { description: given }, none)
  expect(none).toEqual({})
})

test.each([
  ['', ''],
  [' \n', ''],
  ['<p></p>', ''],
  ['<div class="a"><P> &nbsp;<br/></P>\n<p><span>\u00a0</span></p></div>', ''],
  ['<p>.</p>', '<p>.</p>'],
  ['<p><img src="a.jpg"></p>', '<p><img src="a.jpg"></p>'],
  ['<hr>', '<hr>'],
  ['<pre></pre>', '<pre></pre>'],
  ['<p', '<p'],
])('the HTML %j is stored as %j: HTML that shows nothing is no text', (given, safe) => {
  const fields = { description: { given, safe: '' } }
  makeSafe(fields, (html) => html)
  expect(fields.description.safe).toBe(safe)
})

test('long HTML that shows nothing is found as fast as other HTML', () => {
  const fields = { description: { given: '<p>&nbsp;</p>'.repeat(limits.html / 13), safe: '' } }
  makeSafe(fields, (html) => html)
  expect(fields.description.safe).toBe('')
})
