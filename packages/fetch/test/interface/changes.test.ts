import { changesCases } from './cases/changes.ts'
import { register } from './coverage.ts'

register(changesCases)
