import { randomInt } from 'node:crypto'
import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { isLane, lanes } from './tests/lanes/lanes.ts'

// The private condition makes every package import its neighbours from source, so no build comes before a test.
// It has to stand in both places, and each project has to extend the root (docs/internals/design-notes.md).
const own = ['@kalends/source']

export default defineConfig(({ mode }) => {
  const lane = isLane(mode) ? mode : 'quick'
  const { times, hasDeepFiles, isSeedFixed, testTimeout } = lanes[lane]
  // Vitest reads this file once for each project, and all of them share one seed.
  process.env['KALENDS_SEED'] ??= String(isSeedFixed ? 1 : randomInt(2 ** 31))
  process.env['KALENDS_LANE'] = lane
  const seed = process.env['KALENDS_SEED']
  return {
    resolve: { conditions: [...own, 'module'] },
    // Without `import`: the test process would be started with it, and packages that require their CommonJS neighbours (pg) would get ES modules.
    ssr: { resolve: { conditions: [...own, 'module', 'node'], externalConditions: own } },
    test: {
      // Property tests and real servers share few cores in CI; a hang still ends.
      maxWorkers: 2,
      // Files of one worker share their modules: loading them anew for each of 240 files takes a third of the time of the quick lane.
      isolate: false,
      testTimeout,
      hookTimeout: 120_000,
      env: {
        ...{ KALENDS_LANE: lane, KALENDS_TIMES: String(times), KALENDS_SEED: seed },
        // Tests start dozens of programs, and compiling the sources takes half of the time of one that ends soon.
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? `${import.meta.dirname}/node_modules/.cache/compile`,
      },
      setupFiles: [`${import.meta.dirname}/tests/lanes/seed.ts`],
      globalSetup: [`${import.meta.dirname}/tests/lanes/report.ts`],
      // Every package and example of the workspace that has tests, and the tests of the repository as a whole.
      projects: [
        ...globSync('{bench,packages/*,examples/*,tests/suites}/test', { cwd: import.meta.dirname })
          .map(dirname)
          .sort(),
        'tests/repository',
      ].map((root) => ({
        extends: true as const,
        root,
        test: {
          name: basename(root),
          include: root === 'tests/repository' ? ['**/*.test.ts'] : ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(hasDeepFiles ? [] : ['**/*.deep.test.ts'])],
        },
      })),
    },
  }
})
