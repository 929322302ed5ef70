import { stores } from '../stores.ts'
import { recurrenceCases } from './cases/recurrence.ts'
import { scopeCases } from './cases/scopes.ts'
import { register } from './coverage.ts'

// The other files of this folder compare memory with node:sqlite. A copy asks for a taken slug, which costs databases an id.
const others = stores.filter(({ name }) => name !== 'memory' && name !== 'node-sqlite-memory')
for (const other of others) {
  for (const { file, cases } of [recurrenceCases, scopeCases])
    register({ file, cases: cases.filter(({ lines }) => !lines.includes('wire-7-recurrence-copy')) }, other)
}
