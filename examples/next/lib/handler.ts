import { openApp } from './app.ts'

/** Serves the calendar below `/api`, and below `/api/de` with messages in German. */
export const handler = async (request: Request): Promise<Response> => (await openApp()).handler(request)
