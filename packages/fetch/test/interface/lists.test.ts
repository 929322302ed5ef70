import { eventListCases, otherListCases } from './cases/listing.ts'
import { register } from './coverage.ts'

register(eventListCases)
register(otherListCases)
