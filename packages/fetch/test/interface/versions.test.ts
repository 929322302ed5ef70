import { versionCases } from './cases/versions.ts'
import { register } from './coverage.ts'

register(versionCases)
