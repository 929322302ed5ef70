import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CalendarStore } from '@kalends/core/store'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore, migrateToLatest } from '../../src/index.ts'
import { engines, type TestEngine } from '../engines.ts'
import { connect } from './children/connect.ts'
import { pause } from './outcomes.ts'
import { startProcess } from './processes.ts'
import { openDatabase } from './servers.ts'

/** A process of the test. */
interface Role {
  /** How many writers it has. */
  readonly writers: number
  /** How many rows they commit. */
  readonly rows: number
  /** Whether it numbers and reads the log. Then it is killed, again and again. */
  readonly follows: boolean
}

/** A database that several processes open, one after the other or at once. */
interface Subject {
  /** The arguments with which they open it. */
  readonly args: readonly string[]
  /** Its store, once the processes have ended. */
  openStore(): Promise<CalendarStore>
}

// 10,000 in the long lane.
const rows = Math.min(10_000, Math.ceil(1_000 * Number(process.env['KALENDS_TIMES'] ?? 1)))
/** How often each process that follows the log is killed. */
const kills = Math.max(3, rows / 1_000)
/** A unit of the pauses of writers: their work takes longer than the starts of the processes that follow it. */
const pauseMs = '20'

/** Three processes with four writers each, and two that number the log. PGlite is a part of one process, which does both. */
const rolesOn = ({ name }: TestEngine): readonly Role[] =>
  name === 'pglite'
    ? [{ writers: 12, rows, follows: true }]
    : [0, 1, 2, 3, 4].map((i) =>
        i < 3 ? { writers: 4, rows: Math.floor((rows + i) / 3), follows: false } : { writers: 0, rows: 0, follows: true },
      )

async function openSubject(engine: TestEngine): Promise<Subject> {
  if (engine.name === 'pglite') return openFolder()
  const { db, options, path } = await openDatabase(engine)
  const args = [engine.name, path ?? engine.address ?? '', options.prefix]
  return { args, openStore: async () => kyselyStore(db, options) }
}

async function openFolder(): Promise<Subject> {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const options = { prefix: 'kalends_' }
  const db = await connect('pglite', folder)
  await migrateToLatest(db, options)
  await db.destroy()
  const openStore = async (): Promise<CalendarStore> => {
    const again = await connect('pglite', folder)
    onTestFinished(() => again.destroy())
    return kyselyStore(again, options)
  }
  return { args: ['pglite', folder, options.prefix], openStore }
}

/** The numbers at the places of these lines that begin with a word. */
const numbersIn = (lines: readonly string[], word: string): readonly (readonly number[])[] =>
  lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.split(' ').slice(1).map(Number))

const lastSeqIn = (lines: readonly string[]): number => numbersIn(lines, 'row').at(-1)?.[0] ?? 0

/**
 * Runs a process of the test; one that follows the log is killed and started again.
 * @param isReported whether the log has nothing more to tell, by the lines of a process
 * @returns the lines of all of its lives
 */
async function run({ args }: Subject, role: Role, isReported: (lines: readonly string[]) => boolean): Promise<readonly string[]> {
  const before: string[] = []
  for (let life = 0; ; life++) {
    const left = role.rows - numbersIn(before, 'stored').length
    const after = role.follows ? String(lastSeqIn(before)) : ''
    const child = startProcess('write-and-follow.ts', [...args, String(role.writers), String(left), pauseMs, after])
    const isLast = !role.follows || life === kills
    if (!isLast || role.writers === 0) {
      const ended = child.ended.then(() => true)
      const mayDie = (): boolean => (!isLast && child.lines().length > 0) || isReported([...before, ...child.lines()])
      while (!mayDie() && !(await Promise.race([ended, pause(20)])));
      // In the middle of its work.
      await pause((life * 37) % 150)
      child.kill()
    }
    const { code, errors } = await child.ended
    if (errors !== '' || (code !== 0 && code !== 'SIGKILL')) throw new Error(`A process ended with ${code}: ${errors}`)
    before.push(...child.lines())
    if (isLast) return before
  }
}

/** The ids of all venues. */
async function venueIds(store: CalendarStore): Promise<readonly number[]> {
  const ids: number[] = []
  for (;;) {
    const filter = { afterId: ids.at(-1) ?? 0 }
    const found = await store.venues.find({ filter, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 1_000 })
    if (found.length === 0) return ids
    ids.push(...found.map(({ id }) => id))
  }
}

describe.each(engines.filter(({ name }) => name !== 'node-sqlite-memory'))('the log on $name', { timeout: 600_000 }, (engine) => {
  test('reports each row of 12 writers once, in one order, though the processes that number it are killed', async () => {
    const subject = await openSubject(engine)
    const roles = rolesOn(engine)
    let writing = roles.filter(({ writers }) => writers > 0).length
    const outputs = await Promise.all(
      roles.map(async (role) => {
        const lines = await run(subject, role, (reported) => writing === 0 && lastSeqIn(reported) >= rows)
        if (role.writers > 0) writing--
        return lines
      }),
    )
    const stored = await venueIds(await subject.openStore())
    const isStored = new Set(stored)
    expect(outputs.flatMap((lines) => numbersIn(lines, 'stored').flat()).filter((id) => !isStored.has(id))).toEqual([])
    const followed = outputs.map((lines) => numbersIn(lines, 'row')).filter((found) => found.length > 0)
    expect(followed).toHaveLength(roles.filter(({ follows }) => follows).length)
    for (const found of followed) {
      expect(found.map(([seq]) => seq)).toEqual(stored.map((_, i) => i + 1))
      expect(found.map(([, id = 0]) => id).toSorted((a, b) => a - b)).toEqual(stored)
      expect(found).toEqual(followed[0])
    }
    console.info(`${engine.name}: ${stored.length} rows of 12 writers, none missed and none twice, ${kills * followed.length} kills.`)
  })
})
