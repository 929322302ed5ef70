import { stores } from '../stores.ts'
import { recurrenceCases } from './cases/recurrence.ts'
import { scopeCases } from './cases/scopes.ts'
import { register } from './coverage.ts'

// The other files compare memory with node:sqlite; this one compares it with the other databases.
// The case `wire-7-recurrence-copy` is left out: after its slug conflict these databases skip an id and memory does not.
const others = stores.filter(({ name }) => name !== 'memory' && name !== 'node-sqlite-memory')
for (const other of others) {
  for (const { file, cases } of [recurrenceCases, scopeCases])
    register({ file, cases: cases.filter(({ lines }) => !lines.includes('wire-7-recurrence-copy')) }, other)
}
