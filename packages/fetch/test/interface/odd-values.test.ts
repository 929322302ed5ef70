import { oddValueCases } from './cases/odd-values.ts'
import { register } from './coverage.ts'

register(oddValueCases)
