import { defineConfig } from 'vitest/config'

// Its own configuration, without the private condition of the workspace: here the packages are what `pnpm pack` makes of them.
export default defineConfig({
  test: {
    include: ['*.test.ts'],
    globalSetup: ['install.ts'],
    maxWorkers: 2,
    // The first test of a framework builds it.
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
})
