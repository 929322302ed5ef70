import { toNodeListener } from '@kalends/fetch/node'
import express from 'express'
import { openApp } from './calendar/open.ts'
import { pageOf } from './calendar/page.ts'

const { HOST = '127.0.0.1', PORT = '3000' } = process.env
const calendar = await openApp()

const app = express()
app.get(
  '/',
  toNodeListener((request) => pageOf(calendar, request)),
)
// Before parsers of bodies, so that the calendar reads them itself, with its own limits and errors.
app.all('/api/{*path}', toNodeListener(calendar.api))

app.listen(Number(PORT), HOST, () => console.log(`http://${HOST}:${PORT}`))
