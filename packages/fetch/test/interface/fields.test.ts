import { fieldCases } from './cases/fields.ts'
import { register } from './coverage.ts'

register(fieldCases)
