import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/csv.ts', 'src/icalendar.ts', 'src/json-ld.ts', 'src/kysely.ts', 'src/the-events-calendar.ts'],
  format: ['esm'],
  dts: false,
  sourcemap: true,
  clean: true,
  target: 'es2023',
  platform: 'neutral',
})
