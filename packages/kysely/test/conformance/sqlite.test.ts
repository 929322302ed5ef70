import { registerEngines } from './suite.ts'

registerEngines('node-sqlite-memory', 'node-sqlite')
