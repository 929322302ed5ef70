import { openInProcess } from '../../../test/services/open-service.ts'
import { describeVenues } from '../../../test/services/venue.ts'

describeVenues(openInProcess)
