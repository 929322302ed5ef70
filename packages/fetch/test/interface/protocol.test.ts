import { answerCases, errorCases, routeCases } from './cases/protocol.ts'
import { register } from './coverage.ts'

register(routeCases)
register(answerCases)
register(errorCases)
