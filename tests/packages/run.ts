import { spawn } from 'node:child_process'

/** How a program ended. */
export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const windows = process.platform === 'win32' // npm, npx and pnpm are .cmd files there: they need a shell

/** Variables of the pnpm that runs these tests would be read as settings by the npm of the app. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:npm_|pnpm_|VITEST|NODE_OPTIONS)/i.test(name)))

/** Runs a program to its end. */
export function run(file: string, args: readonly string[], cwd: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...environment, NO_COLOR: '1' },
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

/** Runs a program that has to end well, and gives what it prints. */
export async function output(file: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await run(file, args, cwd)
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}\n${stdout}${stderr}`)
  return stdout
}
