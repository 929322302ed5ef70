import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/define.ts'],
  format: ['esm'],
  dts: false,
  // Pages without a bundler copy one file.
  splitting: false,
  minify: true,
  sourcemap: true,
  clean: true,
  target: 'es2023',
  platform: 'neutral',
})
