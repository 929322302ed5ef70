import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Scripts and styles by their path, such as `/assets/calendar.js`. */
export type Assets = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/**
 * Bundles the modules of the pages, with the client of the calendar and the calendar component from npm, once at the start:
 * browsers do not find packages by their names.
 */
export async function bundleAssets(): Promise<Assets> {
  const folder = fileURLToPath(new URL('page/', import.meta.url))
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ['calendar.ts', 'event.ts', 'form.ts', 'places.ts', 'style.css'],
    outdir: 'assets',
    bundle: true,
    // In this workspace, the client is bundled from its source.
    conditions: ['@kalends/source', 'module'],
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    write: false,
  })
  return new Map(outputFiles.map(({ path, contents }) => [path.slice(folder.length - 1).replaceAll('\\', '/'), new Uint8Array(contents)]))
}
