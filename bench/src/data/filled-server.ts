import { say } from '../progress.ts'
import type { Dataset } from './dataset.ts'
import { type FilledTable, type Row, type RowValue, rowsOf } from './rows.ts'

/** The steps of filling a server that differ between engines. */
export interface Filler {
  /** Its display name. */
  readonly name: string
  /** Drops all indexes that can be created after the rows. @returns a function that creates them again */
  withoutIndexes(): Promise<() => Promise<void>>
  /** Inserts rows of one table, which all have the same columns. */
  insert(table: FilledTable, columns: readonly string[], rows: readonly (readonly RowValue[])[]): Promise<void>
}

const chunkSize = 1_000

/** Inserts all rows of a data set in bulk, and creates the indexes after them. */
export async function fillServer(filler: Filler, data: Dataset): Promise<void> {
  const makeIndexes = await filler.withoutIndexes()
  const waiting = new Map<FilledTable, Row[]>()
  const flush = async (table: FilledTable): Promise<void> => {
    const rows = waiting.get(table) ?? []
    const [first] = rows
    waiting.set(table, [])
    if (first !== undefined) await filler.insert(table, Object.keys(first), rows.map(Object.values<RowValue>))
  }
  let written = 0
  for (const [table, row] of rowsOf(data)) {
    const rows = waiting.get(table) ?? []
    waiting.set(table, rows)
    rows.push(row)
    if (rows.length === chunkSize) await flush(table)
    if (table === 'events' && ++written % 10_000 === 0) say(`writing ${written} of ${data.shape.events} events to ${filler.name}`)
  }
  for (const table of waiting.keys()) await flush(table)
  await makeIndexes()
}
