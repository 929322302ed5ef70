import { spawn } from 'node:child_process'

/** The outcome of a program. */
export interface Outcome {
  /** The exit code; null when a signal ended the program. */
  readonly code: number | null
  /** Standard output. */
  readonly stdout: string
  /** Standard error. */
  readonly stderr: string
}

const windows = process.platform === 'win32' // npm, npx and pnpm are .cmd files there: they need a shell

/** Removes the environment variables that Vitest sets for its own workers. */
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_OPTIONS)/.test(name)))

/** Runs a program to its end. */
export function run(file: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...inherited, NO_COLOR: '1', ...env },
      shell: windows && !file.endsWith('.exe'),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** Runs a program that must succeed, and returns its output. */
export async function output(
  file: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code, stdout, stderr } = await run(file, args, cwd, env)
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}\n${stdout}${stderr}`)
  return stdout
}
