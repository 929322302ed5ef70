import { describeLostAnswers } from './lost-answers.ts'

const count = process.env['KALENDS_LANE'] === 'long' ? 1_000 : 250

describeLostAnswers(count, ['memory', 'node-sqlite', 'pglite', 'postgres', 'mariadb', 'mysql'])
