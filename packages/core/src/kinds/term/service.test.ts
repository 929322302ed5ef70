import { openInProcess } from '../../../test/services/open-service.ts'
import { describeTerms } from '../../../test/services/term.ts'

describeTerms(openInProcess)
