import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/kysely.ts', 'src/node.ts', 'src/verify.ts'],
  format: ['esm'],
  dts: false,
  sourcemap: true,
  clean: true,
  target: 'es2023',
  platform: 'neutral',
  external: [/^node:/],
})
