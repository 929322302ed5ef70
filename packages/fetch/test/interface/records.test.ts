import { recordCases, timeCases } from './cases/writing.ts'
import { register } from './coverage.ts'

register(timeCases)
register(recordCases)
