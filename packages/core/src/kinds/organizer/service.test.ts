import { openInProcess } from '../../../test/services/open-service.ts'
import { describeOrganizers } from '../../../test/services/organizer.ts'

describeOrganizers(openInProcess)
