import { pagingCases } from './cases/paging.ts'
import { register } from './coverage.ts'

register(pagingCases)
