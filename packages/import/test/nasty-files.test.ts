import { describe, expect, test } from 'vitest'
import { calendar, nastyFiles } from './nasty-files.ts'
import { inParts, readAll, toRow } from './support.ts'

describe('a nasty file is read', () => {
  test.each(nastyFiles)('$name', async ({ file, options, items }) => {
    const whole = typeof file === 'string' || file instanceof Uint8Array ? file : calendar(...file)
    const source = typeof whole === 'string' ? whole : inParts(whole, whole.length)
    expect((await readAll(source, options)).map(toRow)).toEqual(items)
  })

  test.each(nastyFiles)('alike in parts of 7: $name', async ({ file, options, items }) => {
    const whole = typeof file === 'string' || file instanceof Uint8Array ? file : calendar(...file)
    expect((await readAll(inParts(whole, 7), options)).map(toRow)).toEqual(items)
  })
})
