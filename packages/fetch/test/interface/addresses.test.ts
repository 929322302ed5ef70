import { addressCases } from './cases/addresses.ts'
import { register } from './coverage.ts'

register(addressCases)
