#!/usr/bin/env node

import { run } from './run.ts'

const { argv, stdin, stdout, stderr } = process
const isInteractive = stdin.isTTY === true && stdout.isTTY === true
process.exitCode = await run({
  words: argv.slice(2),
  stdout,
  stderr,
  isInteractive,
  userAgent: process.env['npm_config_user_agent'],
})
