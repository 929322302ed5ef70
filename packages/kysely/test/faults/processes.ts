import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** A process that runs a file of `children`. */
export interface ChildProcess {
  /** The lines that it has written so far. */
  lines(): readonly string[]
  /** Kills it. */
  kill(): void
  /** Resolves when it has ended, with its exit code or the signal that ended it, and all of its error output. */
  readonly ended: Promise<{ readonly code: number | string; readonly errors: string }>
}

/** The limits of a process. */
export interface ProcessLimits {
  /** The maximum length of a file that it writes, in bytes. */
  readonly maxFileBytes?: number
}

/** Starts a file of `children` in a process of its own. */
export function startProcess(file: string, args: readonly string[], { maxFileBytes }: ProcessLimits = {}): ChildProcess {
  const path = fileURLToPath(new URL(`children/${file}`, import.meta.url))
  const node = [process.execPath, '--conditions=@kalends/source', '--disable-warning=ExperimentalWarning', path, ...args]
  // The shell counts in blocks of 512 bytes.
  const limit = maxFileBytes === undefined ? '' : `ulimit -f ${Math.floor(maxFileBytes / 512)} && `
  const child = spawn('/bin/sh', ['-c', `${limit}exec "$@"`, 'sh', ...node])
  let output = ''
  let errors = ''
  child.stdout.on('data', (data) => {
    output += String(data)
  })
  child.stderr.on('data', (data) => {
    errors += String(data)
  })
  const kill = (): void => void child.kill('SIGKILL')
  onTestFinished(kill)
  return {
    // The text after the last line break may be incomplete.
    lines: () => output.split('\n').slice(0, -1),
    kill,
    ended: new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code, signal) => resolve({ code: code ?? signal ?? '', errors }))
    }),
  }
}

/** Runs a file of `children` to its end; returns its output lines, and fails with its error output. */
export async function runProcess(file: string, args: readonly string[], limits: ProcessLimits = {}): Promise<readonly string[]> {
  const child = startProcess(file, args, limits)
  const { code, errors } = await child.ended
  if (code !== 0 || errors !== '') throw new Error(`${file} ended with ${code}: ${errors}`)
  return child.lines()
}
