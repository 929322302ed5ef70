import { createServer } from 'node:http'
import { continueOnRead } from '@kalends/fetch/node'
import { registerRefusedBodies } from '@kalends/suites/node'
import { test } from 'vitest'
import { buildApp } from '../app.ts'
import { handler } from '../calendar.ts'

registerRefusedBodies({ createServer: () => continueOnRead(createServer(buildApp(handler))), echo: '/api/echo', test })
