import { runApp } from 'example-server/run-app.ts'
import { readSettings } from 'example-server/settings.ts'
import { buildTown } from './app.ts'

/** A town that begins anew with every start, beside the example server; the environment can say otherwise. */
const defaults = { PORT: '3001', STORE: 'memory', ACCESS: 'demo', TIME_ZONE: 'Europe/Berlin' }

await runApp(() => readSettings({ ...defaults, ...process.env }), buildTown)
