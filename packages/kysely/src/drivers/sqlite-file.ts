import { statSync } from 'node:fs'
import { CalendarError } from '@kalends/core'
import { CompiledQuery } from 'kysely'
import type { ImmediateSqliteConfig } from './immediate-sqlite.ts'

const databaseFile = CompiledQuery.raw(`select file from pragma_database_list where name = 'main'`)

const inodeOf = (path: string): bigint | undefined => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino

/**
 * Makes a database refuse writes after its file was deleted, moved or replaced: they would go to a file that ends with the process.
 * SQLite compares the inode as well, but not with a write-ahead log. A database in memory has no file.
 */
export function createFileCheck(): Pick<ImmediateSqliteConfig, 'onCreateConnection' | 'beforeWrite'> {
  let path = ''
  let inode: bigint | undefined
  return {
    onCreateConnection: async (connection) => {
      const { rows } = await connection.executeQuery<{ readonly file: string | null }>(databaseFile)
      path = rows[0]?.file ?? ''
      inode = path === '' ? undefined : inodeOf(path)
    },
    beforeWrite: () => {
      if (path === '' || inodeOf(path) === inode) return
      const message = `The file ${path} was deleted, moved or replaced while the database is open: put it back, or open it again.`
      throw new CalendarError('unavailable', {}, { message })
    },
  }
}
