import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/create-kalends.ts'],
  format: ['esm'],
  dts: false,
  sourcemap: true,
  clean: true,
  target: 'es2023',
  platform: 'node',
})
