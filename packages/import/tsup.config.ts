import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/icalendar.ts', 'src/kysely.ts'],
  format: ['esm'],
  dts: false,
  sourcemap: true,
  clean: true,
  target: 'es2023',
  platform: 'neutral',
})
