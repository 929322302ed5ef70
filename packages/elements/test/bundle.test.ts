import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const nameOf = (entry: string): string => fileURLToPath(new URL(`../src/${entry}.ts`, import.meta.url))

test.each([
  { entry: 'define', maxBytes: 6_000 },
  { entry: 'index', maxBytes: 4_200 },
])('$entry is at most $maxBytes bytes by gzip in four languages, and imports nothing', async ({ entry, maxBytes }) => {
  const { outputFiles, metafile } = await build({
    ...{ entryPoints: [nameOf(entry)], bundle: true, minify: true, format: 'esm', platform: 'neutral', target: 'es2023' },
    ...{ write: false, metafile: true },
  })
  expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([])
  expect(Object.keys(metafile.inputs).filter((path) => !/(?:^|elements\/)src\//.test(path))).toEqual([])
  expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(maxBytes)
})

test('both entries can be loaded on a server', async () => {
  const { KalendsEvents } = await import('../src/define.ts')
  expect(KalendsEvents.observedAttributes).toContain('src')
})
