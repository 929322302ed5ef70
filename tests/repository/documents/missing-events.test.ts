import { listReasonMessages } from '@kalends/core/internal'
import { expect, test } from 'vitest'
import { readDocuments } from './documents.ts'

const page = readDocuments().find(({ path }) => path === 'docs/guide/missing-events.md')?.text ?? ''

test('the page about missing events has every reason with its message', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| .* \| ((?:It|The|No)[a-z ]* .*) \|$/gm)].map(([, code, message]) => [code, message])
  expect(rows).toEqual(Object.entries(listReasonMessages))
})
