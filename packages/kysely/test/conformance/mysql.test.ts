import { registerEngines } from './suite.ts'

registerEngines('mysql')
