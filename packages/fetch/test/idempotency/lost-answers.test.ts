import { describeLostAnswers } from './lost-answers.ts'

// PGlite takes seconds to start.
describeLostAnswers(20, ['memory', 'node-sqlite', 'postgres', 'mariadb', 'mysql'])
