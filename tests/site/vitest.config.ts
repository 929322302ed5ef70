import { defineConfig } from 'vitest/config'

// A separate configuration: these tests read the site that `npm run site` builds.
export default defineConfig({ test: { include: ['*.test.ts'], maxWorkers: 1, testTimeout: 300_000, hookTimeout: 300_000 } })
