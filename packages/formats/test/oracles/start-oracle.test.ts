import { expect, test } from 'vitest'
import { startOracle } from './start-oracle.ts'

test('a program that has ended answers nothing, now and later', async () => {
  const oracle = startOracle([process.execPath, '--eval', "process.stdin.once('data', () => { throw new Error('broken') })"], 'UTC')
  await expect(oracle.ask('BEGIN:VCALENDAR', 0)).rejects.toThrow('broken')
  await expect(oracle.ask('BEGIN:VCALENDAR', 0)).rejects.toThrow('broken')
})
