import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dropServerTables, isServer } from './data/databases.ts'
import { type EngineName, engineTitles } from './data/engine.ts'
import { cacheFolder } from './data/sqlite-file.ts'

/** Removes the cached data of earlier runs: files, and tables on servers. @returns the removed items, as sentences */
export async function clean(engines: readonly EngineName[]): Promise<readonly string[]> {
  const said: string[] = []
  for (const engine of engines) {
    if (!isServer(engine)) continue
    const dropped = await dropServerTables(engine)
    said.push(`${engineTitles[engine]}: ${dropped.length} tables dropped.`)
  }
  const files = existsSync(cacheFolder) ? readdirSync(cacheFolder).length : 0
  rmSync(cacheFolder, { recursive: true, force: true })
  return [...said, `${cacheFolder}: ${files} files removed.`]
}
