import { defineConfig } from 'tsup'

export default defineConfig({
  // The second entry is imported by the first one, once that has silenced a warning.
  entry: ['src/kalends.ts', 'src/run.ts'],
  format: ['esm'],
  dts: false,
  sourcemap: true,
  clean: true,
  target: 'es2023',
  platform: 'node',
})
