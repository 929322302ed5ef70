import type { Command } from '../command.ts'
import { exportCommand } from './export.ts'
import { migrate } from './migrate.ts'
import { pending } from './pending.ts'
import { rezone } from './rezone.ts'
import { serve } from './serve.ts'
import { verify } from './verify.ts'

/** The commands in the order of the help. */
export const commands: Readonly<Record<string, Command>> = { migrate, pending, export: exportCommand, verify, rezone, serve }
