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
