import { eventStatusCases } from './cases/event-status.ts'
import { uidCases } from './cases/uids.ts'
import { recordCases, timeCases } from './cases/writing.ts'
import { register } from './coverage.ts'

register(timeCases)
register(recordCases)
register(eventStatusCases)
register(uidCases)
