import { defineConfig } from 'tsup'

export default defineConfig({
  entry: [
    ...['src/index.ts', 'src/node-sqlite.ts', 'src/better-sqlite3.ts', 'src/libsql.ts', 'src/bun-sqlite.ts', 'src/durable-object.ts'],
    ...['src/sqlite.ts', 'src/pg.ts', 'src/mysql2.ts'],
  ],
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
