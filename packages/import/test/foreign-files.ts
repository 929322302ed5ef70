import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { reportMissing } from '../../formats/test/oracles/report-missing.ts'

/** A file with which another reader of iCalendar is tested. */
export interface ForeignFile {
  /** The reader, and the path of the file among its own. */
  readonly name: string
  readonly octets: Uint8Array
}

const { resolve } = createRequire(import.meta.url)

/** The folders of other readers: three of npm's packages, and two of Debian's that scripts/ci/oracles.sh gets. */
const folders: Readonly<Record<string, string>> = {
  'ical.js': dirname(resolve('ical-js-files/package.json')),
  'node-ical': dirname(resolve('node-ical-files/package.json')),
  'npm icalendar': dirname(resolve('icalendar-files/package.json')),
  icalendar: '/usr/lib/python3/dist-packages/icalendar/tests',
  libical: '/var/cache/kalends-libical',
}

/**
 * The test files of other readers.
 * @throws Error `KALENDS_ORACLES=required`, and those of Debian are missing
 */
export function findForeignFiles(): readonly ForeignFile[] {
  const missing = Object.keys(folders).filter((reader) => !existsSync(folders[reader] ?? ''))
  reportMissing(
    missing.map((reader) => `the test files of ${reader}`),
    'how imports read the test files of other readers',
  )
  return Object.entries(folders).flatMap(([reader, folder]) =>
    globSync('**/*.ics', { cwd: folder })
      .sort()
      .map((path) => ({ name: `${reader} ${path.replaceAll('\\', '/')}`, octets: readFileSync(join(folder, path)) })),
  )
}
