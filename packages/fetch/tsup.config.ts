import { defineConfig } from 'tsup'

export default defineConfig({
  entry: [
    ...['index', 'node', 'messages/*', 'internal'],
    ...['changes', 'cors', 'forms', 'formats', 'fullcalendar', 'hosts', 'idempotency', 'observe'],
  ].map((name) => `src/${name}.ts`),
  format: ['esm'],
  dts: false,
  sourcemap: true,
  clean: true,
  target: 'es2023',
  platform: 'neutral',
  external: [/^node:/],
  // Imports keep the prefix `node:`, because some runtimes do not resolve names without it.
  removeNodeProtocol: false,
})
