import { idempotencyCases } from './cases/idempotency.ts'
import { register } from './coverage.ts'

register(idempotencyCases)
