import type { Event } from '@kalends/core'
import type { EventSeries } from '@kalends/core/format'
import { toIcalendar } from '../../src/icalendar.ts'
import { icalJs, nodeIcalReader, type ReadDate } from '../readers.ts'

/** A document that was written in a host's time zone, and what readers understand of it there. */
export interface Written {
  readonly text: string
  readonly 'ical.js': readonly ReadDate[]
  readonly 'node-ical': readonly ReadDate[]
}

/** Writes the items of a document, and reads it. */
function answer(document: string, until: number): Written {
  const items: readonly (Event | EventSeries)[] = JSON.parse(document)
  const text = toIcalendar(items, { publicUrl: 'https://town.example' })
  return { text, 'ical.js': icalJs(text, until), 'node-ical': nodeIcalReader(text, until) }
}

let buffer: Buffer = Buffer.alloc(0)
for await (const chunk of process.stdin) {
  buffer = Buffer.concat([buffer, chunk])
  for (let lineEnd = buffer.indexOf('\n'); lineEnd !== -1; lineEnd = buffer.indexOf('\n')) {
    const [length = 0, until = 0] = buffer.toString('utf8', 0, lineEnd).split(' ').map(Number)
    const end = lineEnd + 1 + length
    if (buffer.length < end) break
    console.log(JSON.stringify(answer(buffer.toString('utf8', lineEnd + 1, end), until)))
    buffer = buffer.subarray(end)
  }
}
