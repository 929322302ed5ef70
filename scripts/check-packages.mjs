// Installs the packed packages into an empty app, as a user would, and runs and type-checks a calendar there.
// Needs a build before it: `pnpm run build && node scripts/check-packages.mjs`.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const app = mkdtempSync(join(tmpdir(), 'kalends-app-'))
const run = (file, args, cwd = app) => execFileSync(file, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

const program = `
import { createServer } from 'node:http'
import { allowAll, createCalendar } from '@kalends/core'
import { sanitizeHtml } from '@kalends/core/sanitize-html'
import { createHandler } from '@kalends/fetch'
import { toNodeListener } from '@kalends/fetch/node'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { Kysely } from 'kysely'

const db = new Kysely<{ mine: { id: number } }>({ dialect: nodeSqliteDialect(':memory:') })
await migrateToLatest(db)
const totals: number[] = []
for (const store of [memoryStore(), kyselyStore(db)]) {
  const calendar = createCalendar({ store, clock: fixedClock('2026-05-01T12:00:00Z'), timeZone: 'Europe/Berlin', sanitizeHtml })
  await calendar.events.create({ title: 'Choir', startDate: '2026-05-31 19:30', endDate: '2026-05-31 21:00', categories: ['Music'] })
  const server = createServer(toNodeListener(createHandler(calendar, { access: allowAll() })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  const response = await fetch(\`http://127.0.0.1:\${address.port}/calendar/events/v1/events?categories=music\`)
  totals.push(Number(response.headers.get('x-tec-total')))
  await response.arrayBuffer()
  server.closeAllConnections()
  server.close()
}
await db.destroy()
console.log(totals.join())
`

try {
  for (const name of readdirSync('packages')) run('pnpm', ['pack', '--pack-destination', app], join('packages', name))
  const tarballs = readdirSync(app).filter((file) => file.endsWith('.tgz'))
  const catalog = readFileSync('pnpm-workspace.yaml', 'utf8')
  const versionOf = (name) => new RegExp(`^ {2}'?${name}'?: (.+)$`, 'm').exec(catalog)?.[1]
  const others = ['kysely', 'sanitize-html', 'typescript', '@types/node'].map((name) => `${name}@${versionOf(name)}`)
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module' }))
  run('npm', ['install', '--no-audit', '--no-fund', '--silent', ...tarballs.map((file) => `./${file}`), ...others, '@types/sanitize-html'])
  writeFileSync(join(app, 'app.ts'), program)
  const printed = run('node', ['app.ts']).trim()
  if (printed !== '1,1') throw new Error(`The app printed ${JSON.stringify(printed)} instead of "1,1".`)
  run('npx', ['tsc', '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node', 'app.ts'])
  writeFileSync(
    join(app, 'app.cjs'),
    "if (typeof require('@kalends/core').createCalendar !== 'function') throw new Error('require() fails')",
  )
  run('node', ['app.cjs'])
  console.log(`${tarballs.length} packages run, compile and are required in an app of their own.`)
} finally {
  rmSync(app, { recursive: true, force: true })
}
