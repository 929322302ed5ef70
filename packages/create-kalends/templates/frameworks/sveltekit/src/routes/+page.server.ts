import { openApp } from '../../calendar/open.ts'
import type { PageServerLoad } from './$types'

/** What the page shows. */
export const load: PageServerLoad = async (event) => {
  const app = await openApp()
  return {
    events: await app.comingEvents(),
    isEditor: await app.isEditor(event.request.headers.get('cookie')), //? session
  }
}
