import { describeLostAnswers } from './lost-answers.ts'

describeLostAnswers(20)
