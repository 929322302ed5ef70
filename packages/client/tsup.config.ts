import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/copy.ts', 'src/query.ts'],
  format: ['esm'],
  dts: false,
  sourcemap: true,
  clean: true,
  target: 'es2023',
  platform: 'neutral',
})
