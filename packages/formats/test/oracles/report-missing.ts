/**
 * Warns that tests are skipped because this machine lacks programs that read what the formats write.
 * @param tested what these tests compare
 * @throws Error `KALENDS_ORACLES=required`, and a program is missing
 */
export function reportMissing(missing: readonly string[], tested: string): void {
  if (missing.length === 0) return
  const names = missing.join(', ')
  if (process.env['KALENDS_ORACLES'] === 'required') {
    throw new Error(`KALENDS_ORACLES=required, and this machine lacks ${names}: see scripts/ci/oracles.sh.`)
  }
  console.warn(`NOT tested: ${tested}. This machine lacks ${names} (scripts/ci/oracles.sh).`)
}
