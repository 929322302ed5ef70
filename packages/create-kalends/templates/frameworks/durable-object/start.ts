// Bundles the worker, and runs it on this machine. The databases of its objects stay in the folder `data`.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { build } from 'esbuild'

/** The path of the runtime. */
const { default: workerd }: { readonly default: string } = createRequire(import.meta.url)('workerd')

const { HOST = '127.0.0.1', PORT = '3000' } = process.env
mkdirSync('data/objects', { recursive: true })
await build({
  entryPoints: ['worker.ts'],
  bundle: true,
  format: 'esm',
  conditions: ['workerd', 'worker'],
  outfile: 'data/worker.js',
  logLevel: 'warning',
})
const runtime = spawn(workerd, ['serve', 'config.capnp', `--socket-addr=http=${HOST}:${PORT}`], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => runtime.kill())
runtime.on('exit', (code) => process.exit(code ?? 0))
console.log(`http://${HOST}:${PORT}`)
