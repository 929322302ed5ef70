import { defineConfig } from 'vitest/config'

// The tests talk to the runtime over HTTP. What runs inside of it is bundled from the sources of the packages (workerd.ts).
export default defineConfig({
  resolve: { conditions: ['@kalends/source', 'module'] },
  ssr: { resolve: { conditions: ['@kalends/source', 'module', 'node'], externalConditions: ['@kalends/source'] } },
  test: { include: ['*.test.ts'], maxWorkers: 2, testTimeout: 300_000, hookTimeout: 600_000 },
})
