import { continueOnRead } from '@kalends/fetch/node'
import { registerRefusedBodies } from '@kalends/suites/node'
import { test } from 'vitest'
import { buildApp } from '../app.ts'
import { handler } from '../calendar.ts'

registerRefusedBodies({ createServer: () => continueOnRead(buildApp(handler)), test })
