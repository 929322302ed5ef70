import type { Command } from '../command.ts'
import { archive } from './archive.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { migrate } from './migrate.ts'
import { pending } from './pending.ts'
import { restore } from './restore.ts'
import { rezone } from './rezone.ts'
import { serve } from './serve.ts'
import { verify } from './verify.ts'

/** The commands in the order of the help. */
export const commands: Readonly<Record<string, Command>> = {
  ...{ migrate, pending, import: importCommand, export: exportCommand },
  ...{ archive, restore, verify, rezone, serve },
}
