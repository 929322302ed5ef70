import { describeLostAnswers } from './lost-answers.ts'

describeLostAnswers(1_000)
