import { test } from 'vitest'

/** Adds a skipped test if none of the engines that a file tests is there: Vitest fails files, and suites, without any test. */
export function skipWithout(engines: readonly unknown[]): void {
  // biome-ignore lint/plugin: a line before the tests says which engines are not there, and .ci/run requires them.
  if (engines.length === 0) test.skip('needs an engine that is not there', () => {})
}
