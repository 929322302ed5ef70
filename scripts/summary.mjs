// node scripts/summary.mjs <failed steps> <failed runs of Vitest> <report.json>...   prints the closing line of .ci/run.
// The failed runs count too: the report says success when a file did not load or an error was not handled.
import { existsSync, readFileSync } from 'node:fs'

const [steps, runs, ...files] = process.argv.slice(2)
let passed = 0
let failed = 0
let skipped = 0
for (const file of files) {
  if (!existsSync(file)) {
    failed += 1
    continue
  }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const unloaded = report.testResults.filter((f) => f.status === 'failed' && !f.assertionResults.some((a) => a.status === 'failed'))
  passed += report.numPassedTests
  skipped += report.numPendingTests + report.numTodoTests
  failed += report.numFailedTests + unloaded.length
}
if (runs !== '0' && failed === 0) failed = 1
if (passed === 0 && failed === 0) failed = 1
failed += Number(steps)
if (skipped > 0) console.log(`${skipped} skipped`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
