import { registerEngines } from './suite.ts'

registerEngines('mariadb')
