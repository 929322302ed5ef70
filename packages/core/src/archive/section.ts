import { requireFunction } from '../calendar/reading.ts'
import { refusedArchive } from './lines.ts'

/** Rows beside the records of a calendar that its archive has, too, such as what imports know: `importSections` of `@kalends/import`. */
export interface ArchiveSection {
  /** Its name in archives, such as `import_records`. */
  readonly name: string
  /** Whether `save` joins the transaction of the restoration. Otherwise it is called after the commit. */
  readonly joinsTransactions: boolean
  /** All rows, as values of JSON, in a lasting order. */
  each(): AsyncIterable<object>
  /**
   * Adds rows that `each` has given elsewhere.
   * @param transaction the engine's transaction, where the section joins it
   */
  save(rows: readonly object[], transaction?: object): Promise<void>
}

/** @throws TypeError a section is none, or two have one name */
export function requireSections(owner: string, sections: readonly ArchiveSection[]): void {
  if (!Array.isArray(sections)) throw new TypeError(`${owner}: sections must be a list`)
  for (const section of sections) {
    if (typeof section?.name !== 'string') throw new TypeError(`${owner}: a section needs a name`)
    requireFunction(`each of the section ${section.name}`, section.each)
    requireFunction(`save of the section ${section.name}`, section.save)
  }
  if (new Set(sections.map(({ name }) => name)).size < sections.length) throw new TypeError(`${owner}: two sections have one name`)
}

/** A row of a section, as a line of an archive has it. */
export interface SectionRow {
  /** The name of the section. */
  readonly of: string
  readonly value: object
}

/** @throws refused a section has rows */
export async function requireEmptySections(sections: readonly ArchiveSection[]): Promise<void> {
  for (const { name, each } of sections)
    for await (const _ of each()) throw refusedArchive(`The store has rows of ${name}: restore the archive into a new one.`)
}

/**
 * Gives rows to their sections.
 * @param transaction the engine's transaction; undefined where the engine has none
 * @param later gets what is done after the commit
 * @throws refused a section is not there
 */
export async function saveRows(
  sections: readonly ArchiveSection[],
  rows: readonly SectionRow[],
  transaction: object | undefined,
  later: (() => Promise<void>)[],
): Promise<void> {
  for (const name of new Set(rows.map(({ of }) => of))) {
    const section = sections.find((one) => one.name === name)
    if (section === undefined) throw refusedArchive(`The archive has rows of ${name}: restore it with a section that takes them.`)
    const values = rows.flatMap(({ of, value }) => (of === name ? [value] : []))
    if (section.joinsTransactions && transaction !== undefined) await section.save(values, transaction)
    else later.push(() => section.save(values))
  }
}
