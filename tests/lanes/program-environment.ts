const { PATH, HOME, SystemRoot, TEMP, NODE_COMPILE_CACHE, LD_PRELOAD } = process.env

/**
 * The environment of a program that a test starts as a user would: without the variables of the test runner, which sets options for its own
 * processes, but with those of `faketime`, so that the program has the clock of the test.
 */
export const programEnvironment: Readonly<Record<string, string | undefined>> = {
  ...{ PATH, HOME, SystemRoot, TEMP, NODE_COMPILE_CACHE, LD_PRELOAD },
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('FAKETIME'))),
}
