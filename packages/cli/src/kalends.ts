#!/usr/bin/env node

// Node's own listener writes that SQLite is experimental, which is for the developers of a program and not for those who run it.
process.removeAllListeners('warning')
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') process.stderr.write(`${warning.message}\n`)
})

// The reader of a pipe may have gone, as `head` does: nobody waits for the rest.
process.stdout.on('error', () => process.exit(0))

const { run } = await import('./run.ts')
const { argv, env: environment, stdout, stderr } = process
process.exitCode = await run({ words: argv.slice(2), environment, stdout, stderr })
