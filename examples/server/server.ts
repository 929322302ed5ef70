import { buildApp } from './app.ts'
import { runApp } from './run-app.ts'
import { readSettings } from './settings.ts'

await runApp(() => readSettings(process.env), buildApp)
