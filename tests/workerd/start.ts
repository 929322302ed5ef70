import { join } from 'node:path'
import { example } from './example.ts'
import { build, serve } from './workerd.ts'

// `npm run worker`: the example with two calendars, whose databases stay in its folder `data`.
const folder = join(import.meta.dirname, '../../examples/worker/data')
await build(example, folder)
const { origin, kill } = await serve(folder, '8787')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => kill().then(() => process.exit(0)))
console.log(`The calendars north and south are at ${origin}/north/calendar/events/v1 and ${origin}/south/calendar/events/v1`)
