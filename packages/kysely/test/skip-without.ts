import { test } from 'vitest'

/** Adds a skipped test if none of the engines that a file tests is available: Vitest fails files and suites without any test. */
export function skipWithout(engines: readonly unknown[]): void {
  // biome-ignore lint/plugin: engines.ts prints which engines are not available, and .ci/run requires all of them.
  if (engines.length === 0) test.skip('needs an engine that is not available', () => {})
}
