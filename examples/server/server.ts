import { buildApp } from './app.ts'
import { progressOn } from './progress.ts'
import { runApp } from './run-app.ts'
import { readSettings } from './settings.ts'

await runApp(
  () => readSettings(process.env),
  (settings) => buildApp(settings, { progress: progressOn(process.stderr) }),
)
