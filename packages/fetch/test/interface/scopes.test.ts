import { scopeCases } from './cases/scopes.ts'
import { register } from './coverage.ts'

register(scopeCases)
