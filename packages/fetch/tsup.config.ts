import { readFileSync } from 'node:fs'
import { defineConfig, type Options } from 'tsup'

const extensions = [
  'changes',
  'cors',
  'counts',
  'explain',
  'forms',
  'formats',
  'free-busy',
  'fullcalendar',
  'history',
  'hosts',
  'idempotency',
  'observe',
  'preview',
  'secret-parameters',
]

/**
 * Builds the handler as one file. esbuild makes a file of the modules that the same entries reach: with eleven extensions, an application
 * would load eighteen files of the handler. So each extension is built as if it imported all of the handler, which every application with
 * an extension has.
 */
const oneHandler: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'one-handler',
  setup({ onLoad }) {
    onLoad({ filter: new RegExp(`[/\\\\]src[/\\\\](?:${extensions.join('|')})\\.ts$`) }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\nimport { createHandler } from './handler.ts'\ncreateHandler\n`,
      loader: 'ts',
    }))
  },
}

export default defineConfig({
  entry: ['index', 'node', 'messages/*', 'internal', ...extensions].map((name) => `src/${name}.ts`),
  format: ['esm'],
  dts: false,
  sourcemap: true,
  clean: true,
  target: 'es2023',
  platform: 'neutral',
  external: [/^node:/],
  // Imports keep the prefix `node:`, because some runtimes do not resolve names without it.
  removeNodeProtocol: false,
  esbuildPlugins: [oneHandler],
})
