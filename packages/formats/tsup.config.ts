import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/csv.ts', 'src/geojson.ts', 'src/icalendar.ts', 'src/jsonld.ts'],
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
