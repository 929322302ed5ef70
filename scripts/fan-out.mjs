// node scripts/fan-out.mjs   counts the files that a person changes for a plain field, a list filter, a language and an extension.
// It makes these changes in a copy of the repository, lets the tests write the files that they write, compiles, runs the suites that
// concern fields and filters, and asks over HTTP. It fails above a bar, where the changes are not enough, and when a suite matches no test.
import { spawn } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { copyRepository } from './fan-out/copy.mjs'
import { addExtension, addField, addFilter, addLanguage } from './fan-out/edits.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const bars = [
  { name: 'a plain field', edits: addField, bar: 6 },
  { name: 'a list filter', edits: addFilter, bar: 5 },
  { name: 'a language', edits: addLanguage, bar: 1 },
  // In a folder of the host: no file of the handler knows it.
  { name: 'an extension', edits: addExtension, bar: 1 },
]

/** Path prefixes of the suites in which a field, a filter or a language occurs; the others run in the lanes of `npm test`. */
const suites = [
  ...['kinds/event/', 'record/', 'store/', 'calendar/'].map((path) => `packages/core/src/${path}`),
  ...['packages/memory/test/conformance', 'packages/testing/src/', 'tests/suites/test/store-mutants'],
  ...['interface/fields', 'reference/', 'openapi', 'queries', 'resources', 'root'].map((path) => `packages/fetch/test/${path}`),
  ...['packages/kysely/src/', 'bench/test/floors'],
]
const onSqlite = ['packages/kysely/test/conformance', '-t', 'node-sqlite-memory']
const written = ['packages/fetch/test/reference/', 'packages/fetch/test/interface/coverage', 'packages/kysely/src/migrations/']

// Servers at this port do not answer: SQLite and PGlite are enough here.
const engines = {
  KALENDS_POSTGRES_URL: 'postgres://127.0.0.1:9/none',
  KALENDS_MARIADB_URL: 'mysql://127.0.0.1:9/none',
  KALENDS_MYSQL_URL: 'mysql://127.0.0.1:9/none',
  KALENDS_ENGINES: '',
}

const { folder, files } = copyRepository(root)
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

// Vitest ignores a path without tests as long as another path has some.
const testFiles = files.filter((file) => /(?<!\.deep)\.test\.ts$/.test(file))
const stale = [...suites, onSqlite[0], ...written].filter((path) => !testFiles.some((file) => file.startsWith(path)))
if (stale.length > 0) throw new Error(`No test matches ${stale.join(', ')}: correct the suites in scripts/fan-out.mjs.`)

/** Runs Node in the copy. Rejects with the end of the output when it fails. */
function run(title, args, env = {}) {
  const began = Date.now()
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, NO_COLOR: '1', ...engines, ...env } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('close', (code) => {
      console.log(`${title}: ${code === 0 ? 'ok' : 'FAILED'} (${((Date.now() - began) / 1_000).toFixed(0)} s)`)
      if (code === 0) resolve(output)
      else reject(new Error(output.slice(-8_000)))
    })
  })
}

const vitest = ['node_modules/vitest/vitest.mjs', 'run']

/** Runs tests in the copy. Rejects when one fails, and when none runs: Vitest skips all tests of a file whose names do not match. */
async function runTests(title, args, env) {
  const output = await run(title, [...vitest, ...args], env)
  if (!/^ *Tests .*\d+ passed/m.test(output)) throw new Error(`${title}: no test matches ${args.join(' ')}.`)
}

const tsc = ['node_modules/typescript/bin/tsc']

async function compile() {
  await run('compile the packages', [...tsc, '--build'])
  for (const name of readdirSync(`${folder}/packages`)) {
    const { scripts } = JSON.parse(readFileSync(`${folder}/packages/${name}/package.json`, 'utf8'))
    const project = scripts['typecheck:tests'].split(' ').at(-1)
    await run(`compile the tests of ${name}`, [...tsc, '-p', `packages/${name}/${project}`])
  }
}

const counts = bars.map(({ name, edits, bar }) => ({ name, bar, changed: edits(folder) }))
const byHand = new Set(counts.flatMap(({ changed }) => changed))
await runTests('write what tests write', written, { KALENDS_WRITE: '1' })
const byScript = files.filter(
  (file) => !byHand.has(file) && readFileSync(`${folder}/${file}`, 'utf8') !== readFileSync(`${root}/${file}`, 'utf8'),
)

copyFileSync(`${root}/scripts/fan-out/ask.mjs`, `${folder}/packages/fetch/ask.mjs`)
await run('ask over HTTP', ['--conditions=@kalends/source', 'packages/fetch/ask.mjs'])
const checks = await Promise.allSettled([
  compile(),
  runTests('run the suites', suites).then(() => runTests('run the conformance suite on SQLite', onSqlite)),
])
for (const { reason } of checks) if (reason !== undefined) console.log(`\n${reason.message}`)

for (const { name, bar, changed } of counts) {
  console.log(`\n${name}: ${changed.length} files, at most ${bar}`)
  for (const file of changed) console.log(`  ${file}`)
}
console.log(`\nwritten by tests: ${byScript.length} files`)
for (const file of byScript) console.log(`  ${file}`)
const isBroken = checks.some(({ status }) => status === 'rejected')
process.exitCode = isBroken || counts.some(({ bar, changed }) => changed.length > bar) ? 1 : 0
