import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { addressCases } from './cases/addresses.ts'
import { changesCases } from './cases/changes.ts'
import { eventStatusCases } from './cases/event-status.ts'
import { fieldCases } from './cases/fields.ts'
import { idempotencyCases } from './cases/idempotency.ts'
import { linkCases } from './cases/linking.ts'
import { eventListCases, otherListCases } from './cases/listing.ts'
import { oddValueCases } from './cases/odd-values.ts'
import { pagingCases } from './cases/paging.ts'
import { answerCases, errorCases, routeCases } from './cases/protocol.ts'
import { clientCases } from './cases/reading-habits.ts'
import { recurrenceCases } from './cases/recurrence.ts'
import { scopeCases } from './cases/scopes.ts'
import { uidCases } from './cases/uids.ts'
import { versionCases } from './cases/versions.ts'
import { recordCases, timeCases } from './cases/writing.ts'
import { lines, problemsOf, toPage } from './coverage.ts'

const files = [
  fieldCases,
  timeCases,
  recordCases,
  eventStatusCases,
  uidCases,
  recurrenceCases,
  scopeCases,
  linkCases,
  eventListCases,
  otherListCases,
  oddValueCases,
  routeCases,
  answerCases,
  errorCases,
  addressCases,
  clientCases,
  pagingCases,
  versionCases,
  idempotencyCases,
  changesCases,
]

const page = new URL('../../../../docs/internals/interface-coverage.md', import.meta.url)

test('every line of interface.md and wire.md has a test, and every test names existing lines', () => {
  expect(problemsOf(files)).toEqual([])
  expect(lines.length).toBeGreaterThan(350)
})

test('problemsOf names lines without a test and unknown lines', () => {
  const [first] = lines
  const unknown = { file: 'x', cases: [{ lines: ['nothing'], title: '', run: async () => undefined, options: {} }] }
  expect(problemsOf([...files, unknown])).toEqual(['nothing is not a line'])
  expect(problemsOf([])).toContain(`${first?.id} has no test`)
})

test('the test files that the page names exist and register cases', async () => {
  for (const file of new Set(files.map((one) => one.file)))
    expect(await readFile(new URL(file, import.meta.url), 'utf8')).toContain('register(')
})

test('docs/internals/interface-coverage.md is up to date', async () => {
  if (process.env['KALENDS_WRITE'] === '1') await writeFile(page, toPage(files))
  expect(await readFile(page, 'utf8')).toBe(toPage(files))
})
