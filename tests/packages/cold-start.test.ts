import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { output } from './run.ts'

const entries = ['@kalends/core', '@kalends/fetch', '@kalends/memory']

/** Imports the entries, and prints the modules that are loaded from files as JSON. */
const program = `import { registerHooks } from 'node:module'
const loaded = []
registerHooks({
  load(url, context, nextLoad) {
    if (url.startsWith('file:')) loaded.push(url)
    return nextLoad(url, context)
  },
})
for (const entry of ${JSON.stringify(entries)}) await import(entry)
console.log(JSON.stringify(loaded))
`

/** Each module costs a start about half a millisecond of processor time, before anything of it runs. The handler itself is one file. */
test('core, fetch and memory load few modules, and only of packages that every calendar needs', async () => {
  const file = join(inject('app'), 'cold-start.js')
  writeFileSync(file, program)
  const loaded: readonly string[] = JSON.parse(await output(process.execPath, [file], inject('app')))
  const packages = loaded.map((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? url)
  expect([...new Set(packages)].sort()).toEqual([...entries, 'date-fns-tz', 'zod'])
  expect(packages.filter((name) => entries.includes(name)).length).toBeLessThanOrEqual(13)
  expect(loaded.length).toBeLessThanOrEqual(112)
})
