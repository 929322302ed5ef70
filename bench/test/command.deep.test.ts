import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const run = (...args: string[]) => promisify(execFile)(process.execPath, ['--conditions=@kalends/source', program, ...args])

describe('the command', () => {
  test('measures the given bars, prints only a table, and writes JSON', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kalends-bench-'))
    const json = join(folder, 'found.json')
    const { stdout, stderr } = await run('--quick', '--only', '12', '--rounds', '1', '--seconds', '0.05', '--json', json)
    const [head, line, row, ...rest] = stdout.trimEnd().split('\n')
    expect([head, line, rest.length, stderr]).toEqual(['| # | bar | measured | verdict |', '|---|---|---|---|', 0, ''])
    expect(row).toMatch(/^\| 12 \| Tiny answers .*\d+(\.\d+)?x.* \| (reached|short) \|$/)
    const { found } = JSON.parse(readFileSync(json, 'utf8'))
    rmSync(folder, { recursive: true })
    expect(found).toMatchObject([{ row: 12, figures: [{ unit: 'x' }, { unit: 'x' }] }])
  })

  test('names an option that is not valid', async () => {
    await expect(run('--only', 'all')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('--only') })
  })
})
