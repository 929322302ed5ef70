/** The time of the machine in milliseconds since 1970, for web pages that name none; the only place in the package that reads it. */
export const machineNowMs = (): number => Date.now()
