import { openInProcess } from '../../test/services/open-service.ts'
import { describeRecords } from '../../test/services/record.ts'

describeRecords(openInProcess)
