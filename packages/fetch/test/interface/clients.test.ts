import { clientCases } from './cases/reading-habits.ts'
import { register } from './coverage.ts'

register(clientCases)
