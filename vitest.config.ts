import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { defineConfig } from 'vitest/config'

// The private condition makes every package import its neighbours from source, so no build comes before a test.
// It has to stand in both places, and each project has to extend the root (docs/design-notes.md).
const own = ['@kalends/source']

export default defineConfig(({ mode }) => ({
  resolve: { conditions: [...own, 'module'] },
  // Without `import`: the test process would be started with it, and packages that require their CommonJS neighbours (pg) would get ES modules.
  ssr: { resolve: { conditions: [...own, 'module', 'node'], externalConditions: own } },
  test: {
    // Property tests and real servers share few cores in CI; a hang still ends.
    maxWorkers: 2,
    testTimeout: mode === 'long' ? 600_000 : 60_000,
    hookTimeout: 60_000,
    // The long lane, `pnpm test:long`: the same properties with ten times the cases.
    env: mode === 'long' ? { KALENDS_LONG: '1' } : {},
    // Every package and example of the workspace that has tests.
    projects: globSync('{packages,examples}/*/test', { cwd: import.meta.dirname })
      .map(dirname)
      .sort()
      .map((root) => ({
        extends: true as const,
        root,
        test: { name: basename(root), include: ['src/**/*.test.ts', 'test/**/*.test.ts'] },
      })),
  },
}))
