/** The addresses in an environment variable, which `scripts/ci/clusters.sh` sets; none if there is no such cluster. */
export function addressesOf(variable: string, what: string): readonly string[] {
  const addresses = (process.env[variable] ?? '').split(',').filter((address) => address !== '')
  if (addresses.length === 0) console.info(`${what} is not there (${variable}), so it is not tested.`)
  return addresses
}
