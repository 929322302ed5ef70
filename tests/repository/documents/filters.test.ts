import { expect, test } from 'vitest'
import { eventFilters } from '../../../packages/fetch/src/parameters/event.ts'
import { readDocuments, readTable } from './documents.ts'

const page = readDocuments().find(({ path }) => path === 'docs/guide/filters.md')?.text ?? ''
const table = readTable(page, '## Events').map((cells) => cells.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name)))

test('each filter of events over HTTP has one row', () => {
  const documented = table.flatMap(([overHttp = []]) => overHttp)
  expect(documented.sort()).toEqual(eventFilters.map(({ name }) => name).sort())
})

test('each row names the filter in TypeScript', () => {
  const members = new Map<string | undefined, string>(eventFilters.map(({ name, member }) => [name, member]))
  // A calendar has no default window that could fall away.
  for (const [overHttp = [], inTypeScript = []] of table)
    for (const [index, name] of overHttp.entries())
      if (!name?.startsWith('geoloc_') && name !== 'window') expect(inTypeScript[index]).toBe(members.get(name))
})
