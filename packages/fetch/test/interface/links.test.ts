import { linkCases } from './cases/linking.ts'
import { register } from './coverage.ts'

register(linkCases)
