import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { messageOf } from './errors/issues.ts'
import { eventListShape, eventShape, nearShape, organizerShape, toReason, venueShape } from './internal.ts'
import { jsonSchemas } from './store-entry.ts'

/** The fields are zod schemas: a host can read their descriptions, and build its own forms from them. */

describe('the schemas of fields', () => {
  test.each(Object.entries({ ...eventShape, ...venueShape, ...organizerShape, ...eventListShape }))(
    '%s describes what it accepts',
    (_name, schema) => {
      expect(schema).toBeInstanceOf(z.core.$ZodType)
      expect(jsonSchemas.get(schema)).toMatchObject({ type: expect.anything() })
    },
  )

  test('can be parts of other schemas, and report all issues under their paths', () => {
    const form = z.object({
      title: eventShape.title,
      tickets: z.array(z.object({ seat: z.string(), website: venueShape.website })),
      near: z.object({ lat: nearShape.lat, lng: nearShape.lng }),
      tags: z.optional(eventShape.tags),
    })
    expect(form.parse({ title: ' Choir ', tickets: [{ seat: '1a', website: null }], near: { lat: '48.4', lng: 10 } })).toEqual({
      title: 'Choir',
      tickets: [{ seat: '1a', website: '' }],
      near: { lat: 48.4, lng: 10 },
    })
    const { error } = form.safeParse({ title: '', tickets: [{ seat: '1a', website: 'x' }], near: { lat: 91 }, tags: ['Jazz', -1] })
    expect(error?.issues.map((issue) => [z.core.toDotPath(issue.path), messageOf(toReason(issue))])).toEqual([
      ['title', 'must not be empty'],
      ['tickets[0].website', 'must be an address that begins with http:// or https:// and has no user name'],
      ['near.lat', 'must be a number from -90 to 90'],
      ['near.lng', 'is required'],
      ['tags[1]', 'must be an integer of 0 or more'],
    ])
  })
})
