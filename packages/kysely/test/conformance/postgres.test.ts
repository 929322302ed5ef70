import { registerEngines } from './suite.ts'

registerEngines('postgres')
