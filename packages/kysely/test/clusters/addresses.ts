/**
 * The addresses in an environment variable, which `scripts/ci/clusters.sh` sets; none if there is no such cluster.
 * @param what the cluster, for the message that it is not tested
 */
export function addressesOf(variable: string, what: string): readonly string[] {
  const addresses = (process.env[variable] ?? '').split(',').filter((address) => address !== '')
  if (addresses.length === 0) console.info(`Not tested, because ${variable} is not set: ${what}.`)
  return addresses
}
