import { freeBusyShape } from '@kalends/core/internal'
import { defineParameters } from './parameter.ts'

/** The parameters of free and busy times. */
export const freeBusyParameters = defineParameters(freeBusyShape, {
  venueIds: { name: 'venue', type: 'array', isRequired: true, text: 'freeBusyVenue' },
  from: { name: 'start', type: 'string', isRequired: true, text: 'freeBusyStart' },
  to: { name: 'end', type: 'string', isRequired: true, text: 'freeBusyEnd' },
})
