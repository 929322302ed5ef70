import { describeEvents } from '../../../test/services/event.ts'
import { openInProcess } from '../../../test/services/open-service.ts'

describeEvents(openInProcess)
