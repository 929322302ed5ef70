#!/usr/bin/env node

// Node's own listener writes that SQLite is experimental, which is for the developers of a program and not for those who run it.
process.removeAllListeners('warning')
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') process.stderr.write(`${warning.message}\n`)
})

// The reader of a pipe may have gone, as `head` does: nobody waits for the rest.
process.stdout.on('error', () => process.exit(0))

const { isStopped, run } = await import('./run.ts')
const { argv, env: environment, stdout, stderr } = process
const exitCode = await run({ words: argv.slice(2), environment, stdout, stderr })
// What a signal could not stop, such as a statement on a server, must not keep the process.
if (isStopped(exitCode)) process.exit(exitCode)
process.exitCode = exitCode
