import { registerEngines } from './suite.ts'

registerEngines('pglite')
