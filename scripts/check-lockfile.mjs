// Fails when a native package of the lockfile is locked for Linux alone. A registry that knows fewer platforms than the
// package has makes pnpm leave the others out without a word, and the tool then does not start on macOS and Windows.
import { readFileSync } from 'node:fs'

const KNOWN = new Set([
  '@napi-rs/lzma-linux-x64-gnu@1.5.1', // rollup 4.67.4 asks for this one part only, and never loads it
])
const SIBLINGS = { macOS: ['darwin-arm64', 'darwin-aarch64'], Windows: ['win32-x64', 'windows-x64'] }

const lockfile = readFileSync(process.argv[2] ?? new URL('../pnpm-lock.yaml', import.meta.url), 'utf8')
const entries = lockfile.slice(lockfile.indexOf('\npackages:\n'), lockfile.indexOf('\nsnapshots:\n')).matchAll(/^ {2}'?([^\s':]+)'?:$/gm)
const locked = Array.from(entries, ([, id]) => ({ id, name: id.slice(0, id.lastIndexOf('@')), version: id.slice(id.lastIndexOf('@') + 1) }))
const faults = locked.length === 0 ? ['The lockfile names no packages: its layout is not the one that this script reads.'] : []

for (const { id, name, version } of locked) {
  if (!/linux-x64(?:-gnu)?$/.test(name) || KNOWN.has(id)) continue
  const family = name.slice(0, name.lastIndexOf('linux-x64'))
  for (const [system, platforms] of Object.entries(SIBLINGS)) {
    if (locked.some((other) => other.version === version && platforms.some((p) => other.name.startsWith(family + p)))) continue
    faults.push(
      `The lockfile has ${id} but no part of it for ${system}: pin a version that has one, in the overrides of pnpm-workspace.yaml.`,
    )
  }
}
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
