// node scripts/summary.mjs <vitest's exit code> <report.json>...   prints the closing line of .ci/run.
// The exit code counts too: the report says success when a file did not load or an error was not handled.
import { readFileSync } from 'node:fs'
const [code, ...files] = process.argv.slice(2)
let passed = 0, failed = 0, skipped = 0
for (const file of files) {
  const r = JSON.parse(readFileSync(file, 'utf8'))
  passed += r.numPassedTests
  skipped += r.numPendingTests + r.numTodoTests
  failed += r.numFailedTests + r.testResults.filter((f) => f.status === 'failed' && !f.assertionResults.some((a) => a.status === 'failed')).length
}
if (code !== '0' && failed === 0) failed = 1
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed || !passed ? 1 : 0
