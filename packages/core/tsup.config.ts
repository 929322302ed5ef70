import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { defineConfig, type Options } from 'tsup'

/** Other modules for each entry, mostly entries, with which it is built as if it imported them. */
const companions: Readonly<Record<string, readonly string[]>> = {
  index: ['compact'],
  compact: ['internal'],
  // Access policies are exported by the main entry, and used with calendars of all entries.
  internal: ['read-only', 'store-entry', 'access/roles'],
  'read-only': ['internal'],
  'format-entry': ['internal'],
  'archive-entry': ['internal'],
  'tenants-entry': ['internal'],
  'otel-entry': ['internal'],
  'sanitize-html': ['index'],
}

/**
 * Builds the core as five parts: what stores need, reads, dates of series, writes of single records, and all other writes. esbuild makes a file
 * of the modules that the same entries reach, which would be fourteen files. A bundler leaves out whole files alone, so writes are neither in one
 * that reads need nor in an entry's.
 */
const fewParts: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'few-parts',
  setup({ onLoad }) {
    onLoad({ filter: new RegExp(`[/\\\\]src[/\\\\](?:${Object.keys(companions).join('|')})\\.ts$`) }, ({ path }) => {
      const names = companions[basename(path, '.ts')] ?? []
      const imports = names.map((name, i) => `import * as as${i} from './${name}.ts'\nas${i}\n`)
      return { contents: `${readFileSync(path, 'utf8')}\n${imports.join('')}`, loader: 'ts' }
    })
  },
}

export default defineConfig({
  entry: [
    ...[
      'src/index.ts',
      'src/compact.ts',
      'src/read-only.ts',
      'src/store-entry.ts',
      'src/format-entry.ts',
      'src/archive-entry.ts',
      'src/internal.ts',
    ],
    'src/tenants-entry.ts',
    'src/otel-entry.ts',
    'src/sanitize-html.ts',
  ],
  format: ['esm'],
  dts: false,
  sourcemap: true,
  clean: true,
  target: 'es2023',
  platform: 'neutral',
  external: [/^node:/],
  // `node:sqlite` has no other name.
  removeNodeProtocol: false,
  esbuildPlugins: [fewParts],
})
