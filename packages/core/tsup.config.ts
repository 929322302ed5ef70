import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/read-only.ts', 'src/store-entry.ts', 'src/format-entry.ts', 'src/internal.ts', 'src/sanitize-html.ts'],
  format: ['esm'],
  dts: false,
  sourcemap: true,
  clean: true,
  target: 'es2023',
  platform: 'neutral',
  external: [/^node:/],
  // `node:sqlite` has no other name.
  removeNodeProtocol: false,
})
