import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Choices } from './choices.ts'
import { UsageError } from './flags.ts'
import { compose } from './templates/compose.ts'

/** A name that npm accepts, from that of a folder. */
export function packageNameOf(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
  return name.replace(/^-+|-+$/g, '') || 'calendar'
}

/**
 * Writes an application into a folder that is new or empty.
 * @throws UsageError the folder has files
 */
export function writeApp(folder: string, choices: Choices): void {
  if (existsSync(folder) && readdirSync(folder).some((name) => name !== '.git'))
    throw new UsageError(`The folder ${folder} has files already.`)
  const placeholders = {
    name: packageNameOf(folder),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    password: randomBytes(12).toString('base64url'),
    secret: randomBytes(32).toString('base64url'),
  }
  for (const [path, text] of compose(choices, placeholders)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
