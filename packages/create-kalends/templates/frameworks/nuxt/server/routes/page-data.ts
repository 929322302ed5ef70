import { defineEventHandler } from 'h3'
import { openApp } from '../../calendar/open.ts'

/** What the page shows. */
export default defineEventHandler(async (event) => {
  const app = await openApp()
  return {
    events: await app.comingEvents(),
    isEditor: await app.isEditor(event.headers.get('cookie')), //? session
  }
})
