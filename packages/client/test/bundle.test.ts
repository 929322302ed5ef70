import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

test.each([
  { entry: 'index', name: 'all of it', maxBytes: 6_400 },
  { entry: 'copy', name: 'the copy', maxBytes: 3_500 },
])('$name is one file of at most $maxBytes bytes by gzip, which imports nothing', async ({ entry, maxBytes }) => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL(`../src/${entry}.ts`, import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    write: false,
    metafile: true,
  })
  expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([])
  expect(Object.keys(metafile.inputs).filter((path) => !/(?:^|client\/)src\//.test(path))).toEqual([])
  expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(maxBytes)
})
