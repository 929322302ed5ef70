import { recurrenceCases } from './cases/recurrence.ts'
import { register } from './coverage.ts'

register(recurrenceCases)
