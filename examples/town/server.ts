import { runApp } from 'example-server/run-app.ts'
import { readSettings } from 'example-server/settings.ts'
import { buildTown } from './app.ts'

/** The defaults of the town: fresh data at every start, and a port beside that of the example server. The environment overrides them. */
const defaults = { PORT: '3001', STORE: 'memory', ACCESS: 'demo', TIME_ZONE: 'Europe/Berlin' }

await runApp(() => readSettings({ ...defaults, ...process.env }), buildTown)
