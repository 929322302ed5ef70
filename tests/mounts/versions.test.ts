import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The versions in a package.json. */
function versionsIn(folder: string): readonly (readonly [string, string])[] {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(import.meta.dirname, folder, 'package.json'), 'utf8'))
  return Object.entries({ ...dependencies, ...devDependencies })
}

describe.each(['next', 'sveltekit'])('the example %s', (name) => {
  const foreign = versionsIn(join('../../examples', name)).filter(([dependency]) => !dependency.startsWith('@kalends/'))

  test.each(foreign)('names the version of %s that is tried here: %s', (dependency, version) => {
    expect(versionsIn('.')).toContainEqual([dependency, version])
  })
})
