import { continueOnRead } from '@kalends/fetch/node'
import { registerRefusedBodies } from '@kalends/suites/node'
import { test } from 'vitest'
import { buildApp } from '../app.ts'
import { handler } from '../calendar.ts'

const createServer = async () => {
  const app = buildApp(handler)
  await app.ready()
  return continueOnRead(app.server)
}

registerRefusedBodies({ createServer, echo: '/api/echo', test })
