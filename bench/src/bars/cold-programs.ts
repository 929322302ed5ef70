import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { base, publicUrl } from '../setting.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** Prints the processor time of the process, its start included. */
const report = 'console.log(JSON.stringify(process.cpuUsage()))\n'

/** Imports core, fetch and memory, and answers one list of events. */
const firstList = `import { createCalendar, publicReadOnly } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { memoryStore } from '@kalends/memory'

const calendar = createCalendar({ store: memoryStore(), timeZone: 'Europe/Berlin' })
const handler = createHandler(calendar, { access: publicReadOnly(), publicUrl: '${publicUrl}' })
const response = await handler(new Request('${publicUrl}${base}/events'))
await response.text()
if (response.status !== 200) throw new Error(\`The list answers \${response.status}.\`)
${report}`

/** The handler and the core in one language, for a store of the application. */
const handlerAlone = `export { createCalendar, publicReadOnly } from '@kalends/core'
export { createHandler } from '@kalends/fetch'
`

/** The cost of one run of a program. */
export interface ColdRun {
  /** From the start of the process to its end, in milliseconds. */
  readonly wallMs: number
  /** The processor time of the process, in milliseconds. */
  readonly cpuMs: number
}

/** Programs that are started for the measurement. */
export interface ColdPrograms {
  /** Runs a program: `bare` does nothing, the others answer a list, from the files of the packages or from one bundle of them. */
  run(name: 'bare' | 'files' | 'bundle'): ColdRun
  /** The size of a bundle of handler and core, minified and compressed by gzip, in bytes. */
  readonly handlerBytes: number
  /** Removes the programs. */
  remove(): void
}

/** Builds the packages and writes the programs. They are outside of `src`, because they import what applications install. */
export async function prepareColdPrograms(): Promise<ColdPrograms> {
  const filters = ['core', 'memory', 'fetch'].map((name) => `--filter=@kalends/${name}`)
  execFileSync('pnpm', ['--silent', ...filters, 'run', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  // Within the package, so that Node finds its dependencies.
  const folder = mkdtempSync(join(root, 'packages/bench/node_modules/cold-'))
  const pathOf = (name: string): string => join(folder, `${name}.mjs`)
  for (const [name, text] of Object.entries({ bare: report, files: firstList, handler: handlerAlone })) writeFileSync(pathOf(name), text)
  writeFileSync(pathOf('bundle'), await bundleOf(pathOf('files'), 'node'))
  return {
    run: (name) => runCold(pathOf(name)),
    handlerBytes: gzipSync(await bundleOf(pathOf('handler'), 'neutral'), { level: 9 }).length,
    remove: () => rmSync(folder, { recursive: true }),
  }
}

async function bundleOf(entry: string, platform: 'node' | 'neutral'): Promise<Uint8Array> {
  const { outputFiles } = await build({
    ...{ entryPoints: [entry], bundle: true, minify: true, format: 'esm', target: 'es2023', platform, mainFields: ['module', 'main'] },
    ...{ write: false, logLevel: 'error' },
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}

function runCold(path: string): ColdRun {
  const began = performance.now()
  const usage: NodeJS.CpuUsage = JSON.parse(execFileSync(process.execPath, [path], { encoding: 'utf8' }))
  return { wallMs: performance.now() - began, cpuMs: (usage.user + usage.system) / 1_000 }
}
