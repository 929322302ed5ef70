import { defineConfig } from 'vitest/config'

// A separate configuration without the private condition of the workspace: these tests use the packages that `pnpm pack` builds.
export default defineConfig({
  test: {
    include: ['*.test.ts'],
    globalSetup: ['install.ts'],
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
})
