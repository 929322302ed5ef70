import { defineConfig } from 'tsup'

export default defineConfig({
  entry: [
    'src/atom.ts',
    'src/csv.ts',
    'src/geojson.ts',
    'src/icalendar.ts',
    'src/jsonfeed.ts',
    'src/jsonld.ts',
    'src/jsonld-lint.ts',
    'src/rss.ts',
  ],
  format: ['esm'],
  dts: false,
  sourcemap: true,
  clean: true,
  target: 'es2023',
  platform: 'neutral',
})
