import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { allowAll, createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { toNodeListener } from '@kalends/fetch/node'
import { memoryStore } from '@kalends/memory'

// Serves an empty calendar, writes its OpenAPI document into the given file and prints its URL.
const securitySchemes = { bearer: { type: 'http', scheme: 'bearer' } }
const calendar = createCalendar({ store: memoryStore() })
const handler = createHandler(calendar, { access: allowAll(), publicUrl: 'https://calendar.example.org', securitySchemes })
writeFileSync(process.argv[2] ?? '', JSON.stringify(handler.openapi()))
const server = createServer(toNodeListener(handler)).listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
