import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Runs a file of this folder in its own process; rejects with the output of the process if it fails. */
export function runChild(file: string, args: readonly string[]): Promise<string> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--conditions=@kalends/source', '--disable-warning=ExperimentalWarning', path, ...args])
    let output = ''
    child.stdout.on('data', (data) => {
      output += String(data)
    })
    child.stderr.on('data', (data) => {
      output += String(data)
    })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(output.trim()) : reject(new Error(`${file} ended with ${code}: ${output}`))))
  })
}
