import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/node.ts', 'src/messages/*.ts', 'src/the-events-calendar.ts'],
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
