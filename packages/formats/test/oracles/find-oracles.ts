import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { reportMissing } from './report-missing.ts'

/** Programs of Debian that read what the formats write; scripts/ci/oracles.sh installs them. */
export type OracleName = 'libical' | 'sabre' | 'icalendar' | 'vobject' | 'feedparser' | 'csv'

/** Debian's, because Debian's packages are for it. */
const python = '/usr/bin/python3'

const folder = import.meta.dirname

const succeeds = ([program = '', ...args]: readonly string[]): boolean => spawnSync(program, args, { cwd: folder }).status === 0

const built = join(folder, '../../../../node_modules/.cache/oracles')
mkdirSync(built, { recursive: true })
const libical = join(built, 'read-with-libical')

/** Commands that run in this folder, and those that succeed if they can. */
const oracles: Readonly<Record<OracleName, { readonly command: readonly string[]; readonly probe: readonly string[] }>> = {
  libical: { command: [libical], probe: ['cc', '-O1', '-o', libical, 'read-with-libical.c', '-lical'] },
  sabre: { command: ['php', 'read-with-sabre.php'], probe: ['php', '-r', "require 'Sabre/VObject/autoload.php'; mb_strlen('');"] },
  icalendar: { command: [python, 'read-with-icalendar.py'], probe: [python, '-c', 'import icalendar'] },
  vobject: { command: [python, 'read-with-vobject.py'], probe: [python, '-c', 'import vobject'] },
  feedparser: { command: [python, 'read-with-feedparser.py'], probe: [python, '-c', 'import feedparser'] },
  csv: { command: [python, 'read-with-csv.py'], probe: [python, '--version'] },
}

/**
 * The commands of those oracles that this machine has.
 * @throws Error `KALENDS_ORACLES=required` asks for all of them, and one is missing
 */
export function findOracles<N extends OracleName>(...names: readonly N[]): ReadonlyMap<N, readonly string[]> {
  const found = names.filter((name) => succeeds(oracles[name].probe))
  const missing = names.filter((name) => !found.includes(name))
  reportMissing(missing, 'how other programs read the formats')
  return new Map(found.map((name) => [name, oracles[name].command]))
}
