import { openInProcess } from '../../test/services/open-service.ts'
import { describeTexts } from '../../test/services/text.ts'

describeTexts(openInProcess)
