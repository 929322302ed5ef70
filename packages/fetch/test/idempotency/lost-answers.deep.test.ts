import { describeLostAnswers } from './lost-answers.ts'

describeLostAnswers(1_000, ['memory', 'node-sqlite', 'pglite', 'postgres', 'mariadb', 'mysql'])
