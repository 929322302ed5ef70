import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { textsFrom, withFile } from './input.ts'

test('a file that is no gzip fails where it is read, however late that is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-input-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'archive.ndjson.gz')
  await writeFile(file, 'no gzip')
  const read = withFile(file, async (octets) => {
    await setTimeout(50)
    for await (const text of textsFrom(octets)) expect(text).toBe('')
  })
  await expect(read).rejects.toThrow('incorrect header check')
})
